PORT ?= 8000
BIN := .venv/bin
MANAGE := $(BIN)/python manage.py
STATIC := $(shell find static tournaments/static -type f 2>/dev/null)

.PHONY: run test test-postgres lint lint-js fmt bench messages lock vendor
.DEFAULT_GOAL := run

run: .venv/runtime.stamp var/static/staticfiles.json
	@$(MANAGE) migrate --noinput --verbosity 0
	@$(MANAGE) load_demo --if-empty
	@$(MANAGE) announce --port $(PORT)
	@exec $(BIN)/uvicorn pyramid_site.asgi:application --host 0.0.0.0 --port $(PORT) \
		--timeout-graceful-shutdown 2 --log-level warning

test: lint
	scripts/chromium
	$(BIN)/pytest -n auto -p no:benchmark
	$(BIN)/pytest tests/e2e

# The same tests of the database on PostgreSQL; needs a server (apt-get install postgresql), not a running one.
test-postgres: .venv/dev.stamp
	scripts/test-postgres

lint: .venv/dev.stamp lint-js
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(MANAGE) makemigrations --check --dry-run
	$(BIN)/djlint --quiet --lint templates

lint-js: .venv/dev.stamp
	$(BIN)/python scripts/js-tools

fmt: .venv/dev.stamp
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: .venv/dev.stamp
	$(BIN)/pytest tests/benchmarks --benchmark-only

# After a change of any text; needs gettext (apt-get install gettext). Then fill in what is empty, and run it again.
messages: .venv/dev.stamp
	scripts/messages

# The two below need the network: after a change in a requirements*.in, or in package.json.
lock:
	scripts/lock

vendor:
	scripts/vendor

var/static/staticfiles.json: .venv/runtime.stamp $(STATIC)
	@$(MANAGE) collectstatic --noinput --clear --verbosity 0

.venv/runtime.stamp: requirements.txt scripts/install
	scripts/install requirements.txt
	@touch $@

.venv/dev.stamp: requirements.txt requirements-dev.txt scripts/install
	scripts/install requirements.txt requirements-dev.txt
	@touch .venv/runtime.stamp $@
