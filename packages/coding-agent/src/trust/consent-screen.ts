// What a person sees before they agree: exactly what wants to be read, to run or to send. Plain data, made safe to
// print; how it looks is for the face that shows it.
import { sanitizeForeign } from "@oh-my-pi/pi-utils/text/sanitize-foreign";
import { type ConsentItem, fingerprint, isOutside } from "./consent-item.ts";
import { identifyFolder } from "./folder-identity.ts";
import type { ProjectFile } from "./project-files.ts";
import type { ConsentRecord } from "./trust-file.ts";

/** `once`: for this run. `always` and `never` are remembered. `each`: the project yes, each thing of it by itself. */
export type TrustAnswer = "once" | "always" | "each" | "no" | "never";

/** A question with everything that it is about. */
export interface ConsentScreen {
  readonly title: string;
  /** Canonical path of the project. */
  readonly folder: string;
  /** Facts in the order to show them. */
  readonly rows: readonly { readonly label: string; readonly value: string }[];
  /** What deserves a second look. */
  readonly warnings: readonly string[];
  readonly choices: readonly TrustChoice[];
  readonly defaultAnswer: "no";
}

/** One way to answer. */
export interface TrustChoice {
  readonly answer: TrustAnswer;
  readonly label: string;
}

/** What trusting a project is about. */
export interface FolderFacts {
  readonly files: readonly ProjectFile[];
  readonly items: readonly ConsentItem[];
  /** Hooks and helpers that git runs in a trusted repository. */
  readonly gitPrograms: readonly string[];
}

/** The question whether a project is trusted, with the things that a yes covers. */
export function folderScreen(
  cwd: string,
  state: "undecided" | "replaced",
  { files, items, gitPrograms }: FolderFacts,
): ConsentScreen {
  const broken = files.filter(({ problem }) => problem !== undefined);
  return screen({
    title: "Do you trust this project?",
    folder: cwd,
    choices: FOLDER_CHOICES.filter(({ answer }) => answer !== "each" || items.length > 1),
    rows: [
      ...files.flatMap(({ name, purpose }) => [
        { label: name, value: purpose },
        ...items
          .filter((item) => item.name === name)
          .flatMap(({ path, hash }) => [
            { label: "  file", value: path },
            { label: "  sha256", value: hash },
          ]),
      ]),
      ...(gitPrograms.length === 0 ? [] : [{ label: "run by git", value: gitPrograms.join(", ") }]),
    ],
    warnings: [
      ...(state === "replaced" ? ["Another folder stands where you trusted one before."] : []),
      ...broken.map(({ name, problem }) => `${name} ${problem}, so it is not read.`),
    ],
  });
}

/** The question whether one thing may run. */
export function itemScreen(
  cwd: string,
  item: ConsentItem,
  consents: readonly ConsentRecord[],
): ConsentScreen {
  const { kind, name, path, hash, commandLine, envNames, url } = item;
  const root = identifyFolder(cwd)?.path ?? cwd;
  const isChanged = consents.some(
    (each) =>
      each.project === root &&
      each.item.kind === kind &&
      each.item.name === name &&
      each.fingerprint !== fingerprint(item),
  );
  const rows = [
    { label: "what", value: `${kind} ${name}` },
    { label: "file", value: path },
    { label: "sha256", value: hash },
    { label: "runs", value: commandLine.map(quoted).join(" ") },
    { label: "talks to", value: url ?? "" },
    { label: "is given", value: envNames.join(", ") },
  ];
  return screen({
    title:
      kind === "settings" ? "May this file set things?" : `May this ${kind} of the project run?`,
    folder: cwd,
    choices: ITEM_CHOICES,
    rows: rows.filter(({ value }) => value !== ""),
    warnings: [
      ...(isChanged ? ["It is not what you agreed to before."] : []),
      ...(isOutside(item, root) ? ["Its file lies outside the project."] : []),
    ],
  });
}

const ITEM_CHOICES: readonly TrustChoice[] = [
  { answer: "no", label: "No, not now" },
  { answer: "once", label: "Yes, for this run" },
  { answer: "always", label: "Yes, until it changes" },
];
const FOLDER_CHOICES: readonly TrustChoice[] = [
  ...ITEM_CHOICES,
  { answer: "each", label: "Yes, but ask about each" },
  { answer: "never", label: "No, and do not ask again" },
];

/** The facts as lines, for faces that only have lines. */
export function consentLines({ title, folder, rows, warnings }: ConsentScreen): string[] {
  return [
    title,
    folder,
    ...rows.map(({ label, value }) => `${label.trim()}: ${value}`),
    ...warnings.map((text) => `Warning: ${text}`),
  ];
}

/** Names and paths come from the project: nothing in them may move a cursor or hide. */
function screen(
  facts: Pick<ConsentScreen, "title" | "folder" | "rows" | "warnings" | "choices">,
): ConsentScreen {
  return {
    title: oneLine(facts.title),
    folder: oneLine(facts.folder),
    rows: facts.rows.map(({ label, value }) => ({
      label: oneLine(label),
      value: oneLine(value),
    })),
    warnings: facts.warnings.map((text) => oneLine(text)),
    choices: facts.choices,
    defaultAnswer: "no",
  };
}

/** Foreign text as one inert line. */
export function oneLine(text: string): string {
  return sanitizeForeign(text).replaceAll("\n", "␊");
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word);
}
