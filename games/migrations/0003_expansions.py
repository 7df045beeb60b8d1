"""Powers in the log, and the counts that the log no longer tells by itself."""

from django.db import migrations, models

HAND, BAG = 6, 108


def count_tiles(apps, _schema_editor):
    """Fill in bag and hand of the plies so far, all of the base game.

    A placement was followed by drawing up to six as far as the bag reached, a trade gave back as
    many as it drew, and who left took the hand out of the game.
    """
    Ply = apps.get_model("games", "Ply")
    game_id, bag, hands = None, 0, {}
    for ply in Ply.objects.order_by("game_id", "number").iterator():
        if ply.game_id != game_id:
            game_id, hands = ply.game_id, {}
            bag = BAG - HAND * ply.game.players.count()
        verb, *rest = ply.move.split()
        hand = hands.get(ply.seat, HAND)
        if verb in ("resign", "flag"):
            hand = 0
        elif verb == "play":
            drawn = min(HAND - (hand - len(rest)), bag)
            hand, bag = hand - len(rest) + drawn, bag - drawn
        hands[ply.seat] = hand
        Ply.objects.filter(pk=ply.pk).update(bag_count=bag, hand_count=hand)


class Migration(migrations.Migration):
    dependencies = [("games", "0002_presence")]

    operations = [
        migrations.AddField("ply", "bag_count", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField("ply", "hand_count", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField("ply", "events", models.JSONField(default=list)),
        migrations.AddField("plysecret", "gave_drew", models.JSONField(default=list)),
        migrations.RunPython(count_tiles, migrations.RunPython.noop, elidable=True),
    ]
