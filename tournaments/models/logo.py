from django.db import models

from tournaments.models.club import Club


class ClubLogo(models.Model):
    """The picture that a club has brought as its logo: a PNG as this program has drawn it anew, in Base64."""

    club = models.OneToOneField(Club, on_delete=models.PROTECT, related_name="own_logo")
    picture = models.TextField()
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        db_table = "tournaments_clubcrest"

    def __str__(self) -> str:
        return f"Logo of {self.club}"
