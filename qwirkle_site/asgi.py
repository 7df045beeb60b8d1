"""HTTP and WebSocket routing; the only place both meet."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "qwirkle_site.settings.dev")

http = get_asgi_application()  # loads the apps; what follows imports models

from games.routing import websocket_urlpatterns  # noqa: E402

# A socket carries the visitor's cookie from any page, so its Origin must be ours; none is none.
application = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": AllowedHostsOriginValidator(
            AuthMiddlewareStack(URLRouter(websocket_urlpatterns))
        ),
    }
)
