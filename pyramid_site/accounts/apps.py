from django.contrib.admin.apps import AdminConfig


class AdministratorsAdmin(AdminConfig):
    default_site = "pyramid_site.accounts.administrators.AdministratorsSite"
