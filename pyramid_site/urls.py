from django.conf import settings
from django.contrib import admin
from django.contrib.auth.decorators import login_not_required
from django.urls import include, path
from django.views.i18n import set_language

from pyramid_site.entry.trouble import answer_failure
from pyramid_site.limits.middleware import answer_too_often

urlpatterns = [
    path("language/", login_not_required(set_language), name="set-language"),
    path("", include("tournaments.urls")),
    path("", include("pyramid_site.accounts.urls")),
]
if settings.ADMIN:
    urlpatterns.append(path("admin/", admin.site.urls))

# Not by name: Django would import them when they are needed, and that may be because no file can be opened.
handler429 = answer_too_often
handler500 = answer_failure
