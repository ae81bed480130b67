LISTEN ?= 0.0.0.0
PORT ?= 8000
WORKERS ?= 1
BROWSER_TESTS ?= not everything
BIN := .venv/bin
MANAGE := $(BIN)/python manage.py
# Neighbours go to the same worker, as far as both are busy: a scene that a file's tests share is made once.
PYTEST_OPTIONS := -n auto --dist worksteal -p no:benchmark
PYTEST := $(BIN)/pytest $(PYTEST_OPTIONS)
STATIC := $(shell find static tournaments/static -type f 2>/dev/null)
# Phones keep their connections between two deals; what sends no request in time is closed by the protocol.
UVICORN := $(BIN)/uvicorn pyramid_site.asgi:application --host $(LISTEN) --port $(PORT) --timeout-graceful-shutdown 2 \
	--http pyramid_site.entry.protocol:BoundedProtocol --ws none --timeout-keep-alive 75

# Compiled files are kept, whatever the shell says: to read all tests anew takes longer than to run most of them.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: run dev install ready verifier release smoke test-before backup restore takeover help unit test test-all test-browser test-everything test-newest test-postgres lint lint-types lint-style lint-templates lint-js fmt bench load failover \
	messages bundle check lock vendor
.DEFAULT_GOAL := run

run: install ready ## serve on port 8000 (WORKERS=2: by two processes), with the demo club where there is none (DEMO=off: without); SPARE=/media/stick/spare keeps a copy
	@ulimit -n $$(ulimit -H -n); exec $(UVICORN) --log-level warning --workers $(WORKERS) --timeout-worker-healthcheck 30

install: .venv/runtime.stamp .static/staticfiles.json ## what run needs, so that afterwards nothing but data is written

# Not runserver: it never delivers server-sent events.
dev: .venv/dev.stamp ready ## the same with DEBUG on, started anew whenever a file changes
	@exec env DEBUG=on $(UVICORN) --reload \
		$(foreach folder,pyramid_site scoring tournaments templates static locale,--reload-dir $(folder)) \
		$(foreach kind,html css js svg mo,--reload-include '*.$(kind)')

ready: .venv/runtime.stamp
	@$(MANAGE) migrate --noinput --verbosity 0
	@$(if $(filter on true yes 1,$(PUBLIC))$(filter off false no 0,$(DEMO)),true,$(MANAGE) load_demo --if-empty)
	@$(MANAGE) announce --port $(PORT) --listen $(LISTEN)

backup: .venv/runtime.stamp ## everything into one file, while people play too; FILE=/media/stick/ says where
	@$(MANAGE) backup $(if $(FILE),"$(FILE)")

restore: .venv/runtime.stamp ## FILE=… into a place without data, with a proof
	@$(MANAGE) restore $(if $(FILE),"$(FILE)")

takeover: .venv/runtime.stamp ## FROM=/media/stick/spare, when the laptop with SPARE=… is dead: proves its copy, then serves on
	@$(MANAGE) restore --set-aside $(if $(FROM),"$(FROM)")
	@$(MAKE) --no-print-directory run

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-16s%s\n", $$1, $$2 }' $(MAKEFILE_LIST)

unit: .venv/dev.stamp ## the tests without a browser that take two seconds at most
	$(PYTEST) -m "not slow"

test: lint ## what has to pass before a change lands, in ten minutes: style, types, tests, coverage, each kind of page in a browser
	scripts/chromium
	$(BIN)/python -m slipcover --json --out var/coverage.json -m pytest $(PYTEST_OPTIONS) -p tests.immediate
	$(BIN)/python -m slipcover --merge var/coverage.json --out var/coverage.json --fail-under 97
	@$(MAKE) --no-print-directory test-browser BROWSER_TESTS=journey

test-all: test ## the rest as well: whole floods of parameters, all of the browser and every button, the newest Python, PostgreSQL
	$(PYTEST) -m flood --floods all
	@$(MAKE) --no-print-directory test-newest
	@$(MAKE) --no-print-directory test-before
	@$(MAKE) --no-print-directory test-postgres
	@$(MAKE) --no-print-directory test-browser BROWSER_TESTS="not journey and not everything"
	@$(MAKE) --no-print-directory test-everything

# Two browsers on two crowded cores may wait in vain: what failed (pytest ends with 1) is tried once more, alone. The
# summary at the end names what passed only then, and counts it.
test-browser:
	$(PYTEST) tests/e2e -m "$(BROWSER_TESTS)" || { [ $$? -eq 1 ] && $(PYTEST) tests/e2e -m "$(BROWSER_TESTS)" -n 0 --last-failed --last-failed-no-failures none -rfEp; }

test-everything: .venv/dev.stamp ## press whatever the demo has, in each role; some minutes each
	scripts/chromium
	$(PYTEST) tests/e2e/everything

test-newest: .venv/dev.stamp ## the tests that are not slow on the newest Python found here
	scripts/test-newest

test-postgres: .venv/dev.stamp ## the tests of the database on a throw-away PostgreSQL; needs its package only
	scripts/test-postgres

test-before: .venv/dev.stamp ## the tests of saving and following of the version before on the tables of this one, on both databases; needs git
	scripts/test-before
	scripts/with-postgres scripts/test-before

# All else is done while the types are looked at.
lint: .venv/dev.stamp ## the quick half of test: style, types, layers, migrations, templates
	@$(MAKE) --no-print-directory --jobs lint-types lint-style lint-templates lint-js

lint-types:
	$(BIN)/mypy

lint-style:
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports
	DATABASE_URL=sqlite://:memory: $(MANAGE) makemigrations --check --dry-run

lint-templates:
	$(BIN)/djlint --quiet --lint templates

lint-js: .venv/dev.stamp ## types and style of the phone's code
	$(BIN)/python scripts/js-tools

# Needs the network.
check: .venv/dev.stamp ## known faults of what we depend on (pip-audit), and doubtful lines of our own (bandit)
	scripts/check

fmt: .venv/dev.stamp ## put the style right
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: .venv/dev.stamp ## measure the rules, the draws, and pages after one year of a club and after three (minutes)
	$(BIN)/pytest tests/benchmarks --benchmark-only
	$(BIN)/python -m scripts.load.years

load: .venv/runtime.stamp ## measure a full room on a server of its own; ARGS="--tables 10 ...", ARGS=--help names them
	@$(BIN)/python -m scripts.load --server "$(UVICORN)" $(ARGS)

failover: .venv/runtime.stamp ## break three database nodes and two servers in turn while people play (as root; a quarter of an hour)
	@exec $(BIN)/python -m scripts.failover --server "$(UVICORN)" $(ARGS)

# Needs gettext (apt-get install gettext). Then fill in what is empty, and run it again.
messages: .venv/dev.stamp ## gather and compile the texts after a change of any
	scripts/messages

bundle: .venv/dev.stamp ## make the pad's one script and one style anew after a change in its sources
	$(BIN)/python scripts/js-tools bundle

verifier: ## dist/capstone-verify.pyz, which proves event files with Python alone
	scripts/verifier

release: .venv/runtime.stamp ## a file to install without a network, with checksums, parts and notes, in dist; then tries it
	scripts/release
	scripts/try-release dist

smoke: install ## the servers and units of deploy, as far as their programs are installed here
	scripts/smoke

# The two below need the network.
lock: ## write the locks anew after a change in a requirements*.in
	scripts/lock

vendor: ## fetch the scripts and styles of others anew after a change in package.json
	scripts/vendor

# Without key and data, which are not root's to make.
.static/staticfiles.json: .venv/runtime.stamp $(STATIC)
	@data=$$(mktemp -d) && SECRET_KEY=of-no-use DATA_DIR=$$data $(MANAGE) collectstatic --noinput --clear --verbosity 0 && rm -r $$data

.venv/runtime.stamp: requirements.txt scripts/install
	scripts/install requirements.txt
	@touch $@

.venv/dev.stamp: requirements.txt requirements-dev.txt scripts/install
	scripts/install requirements.txt requirements-dev.txt
	@touch .venv/runtime.stamp $@
