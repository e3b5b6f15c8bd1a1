// What the named classes of POSIX that mean the same everywhere hold, as members of a bracket expression. Data only.

export const ASCII_CLASSES = {
  alpha: "A-Za-z",
  digit: "0-9",
  alnum: "A-Za-z0-9",
  upper: "A-Z",
  lower: "a-z",
  xdigit: "0-9A-Fa-f",
} as const;
