from django.conf import settings
from django.contrib import admin
from django.contrib.auth.decorators import login_not_required
from django.urls import include, path
from django.views.i18n import set_language

urlpatterns = [
    path("language/", login_not_required(set_language), name="set-language"),
    path("", include("tournaments.urls")),
    path("", include("pyramid_site.accounts.urls")),
]
if settings.ADMIN:
    urlpatterns.append(path("admin/", admin.site.urls))

handler429 = "pyramid_site.limits.middleware.answer_too_often"
handler500 = "pyramid_site.entry.trouble.answer_failure"
