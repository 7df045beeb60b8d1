"""The HTML doors: parse, call one service, answer."""
