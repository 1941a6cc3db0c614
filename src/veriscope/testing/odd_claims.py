"""Claims that no stage may break on."""

ODD_CLAIMS = (
    "",
    " ",
    "?",
    "the of and",
    "#" * 5000,
    "word " * 3000,
    "\x00\x1b[31m",
    "日本 🦊",
    'title:"Lima AND (OR NOT -"',
    "\ud800",
    "1,234 -5 3/4 10%",
)
