// Texts that are keys whoever made them, by their form.

const FORMS = [
  /\bsk-[A-Za-z0-9_-]{16,}/,
  /\b(?:pk|rk)_(?:live|test)_[A-Za-z0-9]{16,}/,
  /\b(?:ghp|gho|ghs|ghu|ghr)_[A-Za-z0-9]{20,}/,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/,
  /\bglpat-[A-Za-z0-9_-]{16,}/,
  /\b(?:xai|gsk|hf|npm|pypi)[-_][A-Za-z0-9_-]{20,}/,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/,
  /\bAIza[A-Za-z0-9_-]{30,}/,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]{1,16384}?-----END [A-Z ]*PRIVATE KEY-----/,
];

/** Finds every text that has the form of a key. */
export const knownKeys = (): RegExp => new RegExp(FORMS.map(({ source }) => source).join("|"), "g");

/** The beginning of a key at the very end of a text that may go on. */
export const KEY_BEGINNING =
  /(?:\b(?:sk-|[pr]k_|gh[opsur]_|github_pat_|glpat-|xai-|gsk_|hf_|npm_|pypi-|xox|AIza|AKIA|ASIA|eyJ)[A-Za-z0-9_.-]*|-----BEGIN [A-Z ]*PRIVATE KEY-----(?:(?!-----END)[\s\S]){0,16384})$/;
