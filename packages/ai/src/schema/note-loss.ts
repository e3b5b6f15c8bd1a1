// How the parts of the walk say what they could not keep. Types only.

/** Takes note of a keyword whose meaning is no longer kept. */
export type NoteLoss = (keyword: string) => void;
