"""The logged look at the hands of a running game."""

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.core.errors import DomainError
from games.models import Game
from games.models.sanction import NOTE_LENGTH_MAX
from games.services.reveal import reveal_hands


class RevealAdmin:
    """An address for whoever has the permission to see hands."""

    def reveal_urls(self) -> list[URLPattern]:
        """Return the address of the look."""
        view = require_http_methods(["GET", "HEAD", "POST"])(self.reveal_view)
        wrapped = admin.site.admin_view(cache_control(private=True, no_store=True)(view))
        return [path("<int:pk>/reveal/", wrapped, name="games_game_reveal")]

    def reveal_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask for the reason; once it is written down, show the hands. Fields: note."""
        user = request.user
        if not isinstance(user, User) or not user.has_perm("games.reveal"):
            raise PermissionDenied
        game = Game.objects.filter(pk=pk).first()
        if game is None:
            raise Http404
        note, hands = request.POST.get("note", ""), None
        if request.method == "POST":
            try:
                hands = reveal_hands(game_pk=pk, by=user, note=note, now=timezone.now())
            except DomainError as error:
                messages.error(request, error.sentence)
        context = {
            "game": game,
            "hands": hands,
            "note": note,
            "note_length_max": NOTE_LENGTH_MAX,
            "title": _("Look at the hands"),
        }
        return render(request, "admin/moderation/reveal.html", context)
