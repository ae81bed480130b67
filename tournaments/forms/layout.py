from crispy_forms.helper import FormHelper


def fields_only() -> FormHelper:
    """Crispy draws the fields; the template writes the form, its token and its buttons."""
    helper = FormHelper()
    helper.form_tag = False
    helper.disable_csrf = True
    return helper
