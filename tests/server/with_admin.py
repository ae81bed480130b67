"""The addresses where ADMIN is on."""

from django.contrib import admin
from django.urls import path

from pyramid_site import urls

urlpatterns = [*urls.urlpatterns, path("admin/", admin.site.urls)]
handler429, handler500 = urls.handler429, urls.handler500
