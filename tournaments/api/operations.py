"""The one router of all operations: an address that is read and written is one to Django."""

from ninja import Router

router = Router()
