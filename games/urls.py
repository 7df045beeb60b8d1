"""HTML routes of the games."""

from django.urls import path

from games.views import game, health, home, lobby, pill, profile, rules

urlpatterns = [
    path("", home.home, name="home"),
    path("games/next/", home.next_game, name="next_game"),
    path("games/<slug:public_id>/", game.game, name="game"),
    path("games/<slug:public_id>/table/", game.game_table, name="game_table"),
    path("games/<slug:public_id>/moves/", game.game_move, name="game_move"),
    path("games/<slug:public_id>/preview/", game.game_preview, name="game_preview"),
    path("games/<slug:public_id>/resign/", game.game_resign, name="game_resign"),
    path("games/<slug:public_id>/abort/", game.game_abort, name="game_abort"),
    path("games/<slug:public_id>/pill/", pill.pill, name="pill"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("lobby/bots/", lobby.bot_game, name="bot_game"),
    path("lobby/challenges/", lobby.challenge_create, name="challenge_create"),
    path("lobby/challenges/<slug:public_id>/join/", lobby.challenge_join, name="challenge_join"),
    path("lobby/challenges/<slug:public_id>/leave/", lobby.challenge_leave, name="challenge_leave"),
    path("lobby/challenges/<slug:public_id>/start/", lobby.challenge_start, name="challenge_start"),
    path("invite/<slug:token>/", lobby.invite, name="invite"),
    path("players/<str:name>/", profile.profile, name="profile"),
    path("rules/", rules.rules, name="rules"),
    path("healthz/", health.healthz, name="healthz"),
]
