"""Reviews are worked out again: they judge whole turns now, and are kept in another form."""

from typing import Any

from django.db import migrations


def forget_reviews(apps: Any, schema_editor: Any) -> None:
    """Nothing is lost: a review is made of the game, as soon as somebody asks for it."""
    apps.get_model("railhead", "StoredReview").objects.all().delete()
    apps.get_model("railhead", "StoredTask").objects.filter(kind="review").delete()


class Migration(migrations.Migration):
    """Only rows."""

    dependencies = [("railhead", "0019_said_by")]

    operations = [migrations.RunPython(forget_reviews, migrations.RunPython.noop)]
