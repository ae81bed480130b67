from django.db import models

from tournaments.models.club import Club


class ClubCrest(models.Model):
    """The picture that a club has brought as its crest: a PNG as this program has drawn it anew, in Base64."""

    club = models.OneToOneField(Club, on_delete=models.PROTECT, related_name="own_crest")
    picture = models.TextField()
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"Crest of {self.club}"
