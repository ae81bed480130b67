from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from tournaments.forms.layout import fields_only
from tournaments.imports.crests import LARGEST, BadPicture, BroughtPicture, read_picture

SAID = {
    "too-large": _(
        "This picture is too large: up to 480 kB are taken. Make it smaller, 1,000 points across are plenty."
    ),
    "kind": _("This is no PNG and no JPEG. Save the picture as one of these, and choose it again."),
    "pixels": _("This picture has too many points. Make it smaller, 1,000 across are plenty."),
    "unreadable": _("This picture cannot be read. Save it anew, and choose it again."),
    "busy": _("The machine is too busy to draw it. Try once more in a minute."),
}


class CrestForm(forms.Form):
    """Cleans to what was brought, which is drawn anew before it is kept."""

    helper = fields_only()
    picture = forms.FileField(
        label=_("A picture, PNG or JPEG"),
        help_text=_("Square is best. It is made small, and nothing of what a camera writes beside it is kept."),
        widget=forms.FileInput(attrs={"accept": ".png,.jpg,.jpeg,image/png,image/jpeg"}),
    )

    def clean_picture(self) -> BroughtPicture:
        file: UploadedFile = self.cleaned_data["picture"]
        try:
            return read_picture(file.read(LARGEST + 1))
        except BadPicture as bad:
            raise ValidationError(SAID[str(bad)]) from bad

    def refuse(self, fault: str) -> None:
        self.add_error("picture", SAID[fault])
