// Makes any text fit for a log and a request: well-formed Unicode without terminal sequences and
// control characters. It does not judge meaning.

const SUSPECT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u009b]|[\ud800-\udfff]/;
const TERMINAL_SEQUENCES =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[ -/]*[0-~]/g;
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u009b]/g;

/** Drops terminal sequences and control characters but tab, line feed and return; repairs surrogates. */
export function sanitizeText(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text.replace(TERMINAL_SEQUENCES, "").replace(CONTROL_CHARACTERS, "").toWellFormed();
}
