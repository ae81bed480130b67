from django.contrib.admin.apps import AdminConfig


class KeepersAdmin(AdminConfig):
    default_site = "pyramid_site.accounts.keepers.KeepersSite"
