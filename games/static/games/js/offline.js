// The page for no network: comes back by itself once there is one.

window.addEventListener("online", () => window.location.reload());
