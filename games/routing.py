"""WebSocket routes."""

from django.urls import path

from games.consumers.game import GameConsumer
from games.consumers.user import UserConsumer

websocket_urlpatterns = [
    path("ws/games/<slug:public_id>/", GameConsumer.as_asgi()),
    path("ws/user/", UserConsumer.as_asgi()),
]
