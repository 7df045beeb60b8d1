"""WebSocket routes."""

from typing import Any

from django.urls import path

from games.consumers.game import GameConsumer
from games.consumers.lobby import LobbyConsumer
from games.consumers.user import UserConsumer

game: Any = GameConsumer.as_asgi()  # Django's `path` is typed for views only
user: Any = UserConsumer.as_asgi()
lobby: Any = LobbyConsumer.as_asgi()

websocket_urlpatterns = [
    path("ws/games/<slug:public_id>/", game),
    path("ws/user/", user),
    path("ws/lobby/", lobby),
]
