import sys
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF

from pyramid_site.limits.limit import Limit
from pyramid_site.private import make_private_folder
from pyramid_site.public import Unguarded, check_public
from pyramid_site.secret import UnusableKey, read_or_make_secret

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"

env = environ.Env()
DATA_DIR = Path(env.str("DATA_DIR", default=str(VAR_DIR)))
BACKUPS = Path(env.str("BACKUPS", default=str(DATA_DIR / "backups")))
SPARE = Path(env.str("SPARE")).absolute() if env.str("SPARE", default="") else None

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY_FILE = DATA_DIR / "secret-key"
try:
    SECRET_KEY = env.str("SECRET_KEY", default="") or read_or_make_secret(SECRET_KEY_FILE)
except UnusableKey as unusable:
    sys.exit(str(unusable))
# Keys that were replaced: what is printed and signed by them is good as long as they stand here.
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
for folder in (DATA_DIR, BACKUPS):
    make_private_folder(folder)
# On a public server: https, under its own names alone (docs/guide-server.md).
PUBLIC = env.bool("PUBLIC", default=False)
# Phones reach the laptop by whatever address the venue's router gave it.
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[] if PUBLIC else ["*"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
PUBLIC_ADDRESS = ""
if PUBLIC:
    try:
        check_public(ALLOWED_HOSTS, proxies=env.str("FORWARDED_ALLOW_IPS", default=""), debug=DEBUG)
    except Unguarded as unguarded:
        sys.exit(str(unguarded))
    PUBLIC_ADDRESS = f"https://{ALLOWED_HOSTS[0]}"
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    # Of the names below ours nothing is promised, nor that browsers be shipped with it: they may be somebody else's.
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
# That a request came by https is believed of the proxy alone, by uvicorn (FORWARDED_ALLOW_IPS).
if PUBLIC or env.bool("BEHIND_HTTPS_PROXY", default=False):
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True

INSTALLED_APPS = [
    "pyramid_site.accounts.apps.AdministratorsAdmin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django_htmx",
    "crispy_forms",
    "crispy_bootstrap5",
    "template_partials",
    "csp",
    "ninja",
    "tournaments",
]

MIDDLEWARE = [
    "pyramid_site.entry.middleware.Permissions",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "pyramid_site.entry.middleware.Compression",
    "pyramid_site.entry.middleware.SamePolicy",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "pyramid_site.limits.middleware.Limits",
    "pyramid_site.entry.middleware.ReadableText",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "pyramid_site.sign_in.SignInFirst",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournaments.views.requests.SayForWhom",
    "tournaments.views.pad.pad.MissingIsNotFound",
]

ROOT_URLCONF = "pyramid_site.urls"
ASGI_APPLICATION = "pyramid_site.asgi.application"
WSGI_APPLICATION = "pyramid_site.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
            ],
        },
    },
]

# FULL, since in WAL mode NORMAL may lose the last answered scores when the laptop's power is cut; of a transaction
# pyramid_site.sqlite sees to that. Checkpoints are made by the server's upkeep; a writer makes one only where the
# newest pages have become 32 MB. What was erased is not left in the file.
SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA temp_store=MEMORY; PRAGMA wal_autocheckpoint=8000;"
    " PRAGMA secure_delete=ON;"
)
LONGEST_WAIT = 20  # seconds for the database's lock

DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'capstone.sqlite3'}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    DATABASES["default"]["ENGINE"] = "pyramid_site.sqlite"
    DATABASES["default"]["CONN_MAX_AGE"] = None
    # Without IMMEDIATE a request that reads before it writes fails "database is locked" under load.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": LONGEST_WAIT,
        "init_command": SQLITE_PRAGMAS,
    }
if DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    DATABASES["default"]["ENGINE"] = "pyramid_site.postgresql"
    # Whichever of the lasting threads is free takes a request; a pool keeps no more connections than are at work.
    DATABASES["default"]["CONN_MAX_AGE"] = 0
    # A connection that broke when PostgreSQL was restarted is replaced before anybody gets it.
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    DATABASES["default"]["OPTIONS"] = {
        # What is asked again and again is planned once: a save's statements take a third of the time so, and while they
        # run nobody else saves in that event.
        "server_side_binding": True,
        "prepare_threshold": 5,
        **DATABASES["default"].get("OPTIONS", {}),
        "pool": {
            "min_size": env.int("DATABASE_POOL_MIN", default=1),
            "max_size": env.int("DATABASE_POOL_MAX", default=18),
            # There are as many as threads: who waits for one waits for a database that is away. Attempts that go on
            # are spaced ever wider; a new one is made at once for whoever asks next.
            "timeout": 5,
            "reconnect_timeout": 2,
        },
    }

# In the database, so that all processes count the same.
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "capstone_cache",
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    },
    # Drawn to be shared; some 60 kB each. What is in them is anybody's to draw anew.
    "pictures": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": str(DATA_DIR / "pictures"),
        "TIMEOUT": 60 * 60 * 24,
        "OPTIONS": {"MAX_ENTRIES": 300},
    },
}
# Files that wait until somebody says what becomes of them.
MEDIA_ROOT = DATA_DIR / "brought-in"
STORAGES: dict[str, Any] = {
    "default": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"file_permissions_mode": 0o600, "directory_permissions_mode": 0o700, "allow_overwrite": True},
    },
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
# PostgreSQL may serve several machines: what one of them has been sent, or has to forget, is in the database.
if DATABASES["default"]["ENGINE"] == "pyramid_site.postgresql":
    STORAGES["default"] = {"BACKEND": "pyramid_site.postgresql.storage.InDatabase"}
    CACHES["pictures"] |= {"BACKEND": CACHES["default"]["BACKEND"], "LOCATION": "capstone_pictures"}

AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "pyramid_site.accounts.backends.ByEmail",
    "sesame.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in [
        ("MinimumLengthValidator", {"min_length": 12}),
        ("UserAttributeSimilarityValidator", {}),
        ("CommonPasswordValidator", {}),
        ("NumericPasswordValidator", {}),
    ]
]
SESAME_ONE_TIME = True
SESAME_MAX_AGE = 60 * 60 * 24
SESAME_TOKEN_NAME = "key"

# Without mail, as in a back room, nothing of what needs it is there: docs/guide-server.md.
HAS_MAIL = bool(env.str("EMAIL_URL", default=""))
if HAS_MAIL:
    vars().update(env.email_url("EMAIL_URL"))
    EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("MAIL_FROM", default="capstone@localhost")

ACCOUNT_ADAPTER = "pyramid_site.accounts.adapter.Accounts"
ACCOUNT_FORMS = {
    "login": "tournaments.forms.club.SignInForm",
    "change_password": "tournaments.forms.club.NewPasswordForm",
    "reauthenticate": "tournaments.forms.club.PasswordAgainForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_LOGIN_BY_CODE_ENABLED = HAS_MAIL
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_EMAIL_VERIFICATION = "none"  # nobody signs up alone; an address that is added is asked
ACCOUNT_EMAIL_NOTIFICATIONS = HAS_MAIL
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Capstone: "
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # by whoever has a password, before the address is changed that replaces it
# A hall is one address; wrong passwords are counted by FAILED_SIGN_INS. What stays of "login_failed" are wrong codes.
ACCOUNT_RATE_LIMITS = {
    "login": None,
    "login_failed": "5/5m/key",
    "request_login_code": "60/10m/ip,5/15m/key",
    "reset_password": "60/10m/ip,5/15m/key",
    "reset_password_from_key": "60/10m/ip",
}
CODES_AGAIN = 15 * 60  # seconds, at most
MFA_ADAPTER = "pyramid_site.accounts.adapter.SecondFactors"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_FORMS = {"add_webauthn": "tournaments.forms.club.AddKeyForm"}
MFA_TOTP_ISSUER = "Capstone"
MFA_TOTP_TOLERANCE = 1  # of half a minute: clocks differ
MFA_RATE_LIMITS = {"webauthn_login": "60/10m/ip"}

LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = ACCOUNT_LOGOUT_REDIRECT_URL = "home"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
ADMIN = env.bool("ADMIN", default=False)

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("it", "Italian"), ("lt", "Lithuanian")]
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["pyramid_site.formats"]
TIME_ZONE = env.str("TIME_ZONE", default="UTC")
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = env.path("STATIC_ROOT", default=str(BASE_DIR / ".static"))  # VAR_DIR is private; a service reads this
STATICFILES_DIRS = [BASE_DIR / "static"]

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CRISPY_ALLOWED_TEMPLATE_PACKS = "bootstrap5"
CRISPY_TEMPLATE_PACK = "bootstrap5"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
SECURE_REFERRER_POLICY = "same-origin"
# What no page here asks a browser for: only names that all browsers we support know, or their consoles complain.
# Left as they are: passkeys, the clipboard, sharing, full screen and keeping the screen awake.
UNUSED = (
    *("accelerometer", "camera", "display-capture", "encrypted-media", "geolocation", "gyroscope", "hid"),
    *("idle-detection", "magnetometer", "microphone", "midi", "payment", "serial", "usb", "xr-spatial-tracking"),
)
PERMISSIONS_POLICY = ", ".join(f"{name}=()" for name in UNUSED)
X_FRAME_OPTIONS = "DENY"

# A deal is well under a kilobyte; a pasted roster of a large club is under 100.
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
# Three fields an entrant where a stage of a large tournament begins.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 10_000

# Limits at the door, before Django is asked. A list of entrants may come as a file, of which its form says more.
LARGEST_BODY = 512 * 1024
# A club's file holds about a hundred bytes for each deal.
LARGE_BODIES = {f"POST {name}": 32 * 1024 * 1024 for name in ("bring-in", "bring-in-here")}
# Evenings and tournaments, whose forms say how much of each file they take.
LARGE_BODIES |= {f"POST {name}": 9 * 1024 * 1024 for name in ("paper-in", "played-in")}
BODY_SECONDS = 30  # for a request's body to arrive
HEAD_SECONDS = 20  # for its head; browsers open connections in advance
LARGEST_HEAD = 32 * 1024
# Everybody in a hall may come from one address.
STREAMS_A_VISITOR = 1500
STREAMS_IN_ALL = 4000
# Whatever hashes a password, waits for mail, draws many codes or reads everything has threads of its own, and so have
# SIGN_INS, ENTERING and what pads send.
SLOW_REQUESTS = {
    "POST backups",
    "POST invite",
    "POST invitation",
    "POST account_change_password",
    "POST account_set_password",
    "POST account_reauthenticate",
    "POST account_request_login_code",
    "POST account_reset_password",
    "POST account_complete_password_reset",
    "POST account_email",
    "POST admin:password_change",
    "POST admin:auth_user_add",
    "POST admin:auth_user_password_change",
    "GET club-whole",
    *("POST club-archive", "POST bring-in"),
    "POST bring-in-here",
    "POST bring-in-stored",
    "POST paper-in-stored",
    "POST played-in-stored",
    "POST players-in-stored",
    "POST bring-in-here-stored",
    "GET report-card",
    "GET club-card",
    "GET report-player-card",
    "GET table-card",
    "GET table-correct",
    "POST table-correct",
    "GET event-cards",
    "GET event-log-csv",
    "GET event-log-jsonl",
    "GET club-log-csv",
    "GET club-log-jsonl",
}

# What people write who are not signed in stands in a row of its own: many at once hold up nobody who scores or reads.
ENTERING = {"POST register", "POST enter"}
ENTERING_REST = 0.1  # seconds between two of them

# How often what may be tried. A hall of sixty phones is one address, and its people enter themselves in minutes.
FAILED_SIGN_INS = {
    by: Limit("failed-sign-ins", by=by, most=most, seconds=seconds)
    for by, most, seconds in [("address", 60, 900), ("name", 20, 3600), ("device", 10, 900)]
}
SIGN_INS = {"POST account_login": "login"}  # and the field that names somebody
TRIES = {
    "POST register": Limit("registrations", by="address", most=200, seconds=600),
    "POST enter": Limit("registrations", by="address", most=200, seconds=600),
    "POST webhook-trial": Limit("messages", by="address", most=60, seconds=600),
    "POST delivery-again": Limit("messages", by="address", most=60, seconds=600),
    "POST own-night": Limit("answers", by="address", most=300, seconds=600),
    "POST invitation": Limit("joinings", by="address", most=100, seconds=600),
    "GET code-file": Limit("files", by="address", most=120, seconds=600),
    "GET code-passport": Limit("files", by="address", most=120, seconds=600),
    "POST pad-call": Limit("calls", by="pad", most=12, seconds=600),
    "POST pad-claim": Limit("claims", by="pad", most=30, seconds=600),
}
REFUSED_AFTER = 0.1  # seconds: an address that is shut out and goes on as fast as it can would keep a processor busy
PROGRAMS = {by: Limit("programs", by=by, most=most, seconds=60) for by, most in [("token", 1200), ("address", 300)]}
MISSED_LINKS = Limit("missed-links", by="address", most=60, seconds=600)

# Of private addresses those that webhooks may call, also without encryption: "192.168.1.0/24". A server by itself calls
# none of its own network, whoever asks it to.
WEBHOOK_NETWORKS = [ip_network(each) for each in env.list("WEBHOOK_NETWORKS", default=[])]

# For who watches the server: docs/guide-server.md.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
METRICS_DIR = DATA_DIR / "metrics"
SECURITY_CONTACT = env.str("SECURITY_CONTACT", default="")
LEAST_DISK = 200 * 1024 * 1024  # bytes, for new deals and the backup of the day

LOG_FORMAT = "json" if env.str("LOG_FORMAT", default="") == "json" else "text"
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {"()": "pyramid_site.watching.masks.Lines"},
        "json": {"()": "pyramid_site.watching.masks.JsonLines"},
    },
    "filters": {"seldom": {"()": "pyramid_site.watching.masks.Seldom"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT, "filters": ["seldom"]}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    # What a phone sent wrongly is told there, as is who asks for another name. In the log it would be noise.
    "loggers": {
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
}
if LOG_FORMAT == "json":
    LOGGING["loggers"] |= {
        "capstone.requests": {"level": "INFO"},
        "uvicorn": {"handlers": ["console"], "propagate": False, "level": "WARNING"},
    }
