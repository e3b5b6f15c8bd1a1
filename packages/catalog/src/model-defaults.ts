// What is taken for granted about a model when nobody says.

/** The context window of a model that does not give its own. */
export const DEFAULT_CONTEXT_WINDOW = 128_000;
