from collections.abc import Mapping

from crispy_forms.helper import FormHelper
from django import forms


def fields_only() -> FormHelper:
    """Crispy draws the fields; the template writes the form, its token and its buttons."""
    helper = FormHelper()
    helper.form_tag = False
    helper.disable_csrf = True
    return helper


def typed(form: forms.BaseForm, data: Mapping[str, str], *, whole: bool) -> dict[str, object]:
    """What has been filled in, to be shown again. Where the form was sent ``whole``, a missing box is not ticked."""
    boxes = {name for name, field in form.fields.items() if whole and isinstance(field, forms.BooleanField)}
    names = {name: form.add_prefix(name) for name in form.fields}
    return {name: data.get(sent, False) for name, sent in names.items() if sent in data or name in boxes}
