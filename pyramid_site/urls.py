from django.contrib import admin
from django.contrib.auth.decorators import login_not_required
from django.urls import include, path
from django.views.i18n import set_language

urlpatterns = [
    path("admin/", admin.site.urls),
    path("language/", login_not_required(set_language), name="set-language"),
    path("", include("tournaments.urls")),
]

handler500 = "pyramid_site.trouble.answer_failure"
