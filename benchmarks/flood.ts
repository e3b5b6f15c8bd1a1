// A command that prints 200 MB without a line break.

export const FLOOD = "head -c 200000000 /dev/zero | tr '\\0' x";
