from django.utils import translation

in_language = translation.override
