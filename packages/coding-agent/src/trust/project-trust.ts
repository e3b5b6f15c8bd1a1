// The decision whether a project is trusted, made once for a run before any file of the project is interpreted.
// Knows no screen: whoever can ask a person hands in how.
import { UserError } from "../platform/exit-codes.ts";
import { repositoryPrograms } from "../platform/git/repository-programs.ts";
import { type ConsentItem, fingerprint, type ReadItem } from "./consent-item.ts";
import {
  type ConsentScreen,
  folderScreen,
  itemScreen,
  oneLine,
  type TrustAnswer,
} from "./consent-screen.ts";
import { findProjectFiles, type ProjectFile, readSettingsItems } from "./project-files.ts";
import { foldersUpToRepository, type TrustStore } from "./trust-store.ts";

/** Asks a person; everything but a clear yes is a no. */
export type AskTrust = (screen: ConsentScreen, signal?: AbortSignal) => Promise<TrustAnswer>;

/** What the decision is made from. */
export interface TrustQuestion {
  readonly cwd: string;
  readonly store: TrustStore;
  /** Absent where nobody can be asked. */
  readonly ask?: AskTrust | undefined;
  /** A person sees the notes of this run, even if there is no screen to ask them on. */
  readonly isAttended: boolean;
  /** Go on without the project's files and without a question. */
  readonly isIgnored?: boolean;
}

/** The outcome for one run. */
export interface ProjectTrust {
  /** Whether files of the project may be interpreted. */
  readonly isTrusted: boolean;
  /** Files of the project that are there; interpret them only when it is trusted. */
  readonly files: readonly ProjectFile[];
  /** What the person should know. */
  readonly notes: readonly string[];
  /** Whether a path lies in a trusted project, this one or another. */
  isTrustedPath(path: string): boolean;
  /** Those of the items that may run. Asks for the rest where that is possible; what is not allowed is noted. */
  allowItems(items: readonly ConsentItem[], signal?: AbortSignal): Promise<AllowedItems>;
}

export interface AllowedItems {
  readonly allowed: readonly ConsentItem[];
  /** One line for each item that may not run. */
  readonly notes: readonly string[];
}

/** Decides. Throws a UserError with its own exit code when nobody can be asked and something waits for trust. */
export async function decideTrust(question: TrustQuestion): Promise<ProjectTrust> {
  const { cwd, store, isIgnored = false } = question;
  const found = findProjectFiles(cwd);
  const notes = store.problem === undefined ? [] : [store.problem];
  const without = (files: readonly ProjectFile[], more: readonly string[]): ProjectTrust =>
    trustFor(question, { answer: "no", files, notes: [...notes, ...more], agreed: [] });
  const refuse = (files: readonly ProjectFile[], more: readonly string[] = []): ProjectTrust =>
    without(files, [...gitNotes(cwd), ...more]);
  if (isIgnored) return without([], []);
  const state = store.stateOf(cwd);
  if (state === "trusted")
    return withAgreed(question, {
      answer: "always",
      notes,
      found,
      reads: readSettingsItems(found),
    });
  if (found.length === 0) return refuse(found);
  const names = found.map(({ name }) => name).join(", ");
  if (state === "refused")
    return refuse(found, [`${names} not read: you do not trust this project (omp trust add).`]);
  requireSomebody(question, `This project has ${names}, and ${WHY[state]}.`);
  // Opened only now, and only to be shown: whoever says no has had nothing interpreted.
  const reads = readSettingsItems(found);
  const gitPrograms = repositoryPrograms(cwd);
  const answer = await askAboutFolder(question, state, {
    files: found,
    items: reads.map(({ item }) => item),
    gitPrograms,
  });
  if (answer === "no" || answer === "never")
    return refuse(found, [`${names} not read: ${WHY[state]} (omp trust add).`]);
  return withAgreed(question, { answer, notes, found, reads });
}

/** A yes to a project, and to everything that omp reads of it as it is now. */
export async function trustProject(store: TrustStore, cwd: string): Promise<string> {
  const { path } = await store.decide(cwd, "trusted");
  const reads = readSettingsItems(findProjectFiles(path));
  const items = reads.map(({ item }) => item);
  await store.consent(path, items);
  return path;
}

/** The project is trusted: of its files those count whose content was agreed to. */
async function withAgreed(
  question: TrustQuestion,
  { answer, notes, found, reads }: Omit<Outcome, "files" | "agreed"> & Found,
): Promise<ProjectTrust> {
  const items = reads.map(({ item }) => item);
  const agreed = answer === "once" ? items : [];
  const trust = trustFor(question, { answer, files: found, notes, agreed });
  const open = items.filter((item) => !trust.isAllowed(item));
  if (open.length > 0) {
    const names = open.map(({ name }) => name).join(", ");
    requireSomebody(question, `${names} is not what you agreed to.`);
  }
  const { allowed } = await trust.allowItems(items);
  const files = found.map((file): ProjectFile => {
    if (file.problem !== undefined) return file;
    const read = reads.find(({ item }) => item.name === file.name && allowed.includes(item));
    return read === undefined
      ? { ...file, problem: "is not what you agreed to (omp trust add)" }
      : { ...file, text: new TextDecoder().decode(read.bytes) };
  });
  return { ...trust, files, notes: [...notes, ...brokenNotes(files)] };
}

interface Found {
  readonly found: readonly ProjectFile[];
  readonly reads: readonly ReadItem[];
}

/** Without a person a run does not go on: leaving out what tightens a rule would loosen it. */
function requireSomebody({ ask, isAttended }: TrustQuestion, why: string): void {
  if (ask !== undefined || isAttended) return;
  throw new UserError(
    `${why} Look at it, then say omp trust add; or run with --no-project.`,
    "untrusted",
  );
}

const MAX_NAMED = 3;

/** What a commit would have run, and does not: nobody should find out from what is missing. */
function gitNotes(cwd: string): string[] {
  const programs = repositoryPrograms(cwd);
  if (programs.length === 0) return [];
  const more = programs.length > MAX_NAMED ? ` and ${programs.length - MAX_NAMED} more` : "";
  const named = oneLine(programs.slice(0, MAX_NAMED).join(", "));
  return [
    `git runs without ${named}${more} of this repository: you have not said that you trust it (omp trust add).`,
  ];
}

/** What is not read even though the project is trusted. */
function brokenNotes(files: readonly ProjectFile[]): string[] {
  return files.flatMap(({ name, problem }) =>
    problem === undefined ? [] : [`${name} is not read: it ${problem}.`],
  );
}

const WHY = {
  undecided: "you have not said that you trust it",
  replaced: "it is not the folder that you trusted",
} as const;

async function askAboutFolder(
  { cwd, store, ask }: TrustQuestion,
  state: "undecided" | "replaced",
  about: Parameters<typeof folderScreen>[2],
): Promise<TrustAnswer> {
  const answer = (await ask?.(folderScreen(cwd, state, about))) ?? "no";
  if (answer === "always" || answer === "each") await store.decide(cwd, "trusted");
  if (answer === "always") await store.consent(cwd, about.items);
  if (answer === "never") await store.decide(cwd, "refused");
  return answer;
}

interface Outcome {
  readonly answer: TrustAnswer;
  readonly files: readonly ProjectFile[];
  readonly notes: readonly string[];
  /** Agreed to for this run. */
  readonly agreed: readonly ConsentItem[];
}

function trustFor(
  question: TrustQuestion,
  { answer, files, notes, agreed }: Outcome,
): ProjectTrust & { isAllowed(item: ConsentItem): boolean } {
  const { cwd, store, ask } = question;
  const isTrusted = answer !== "no" && answer !== "never";
  const root = foldersUpToRepository(cwd)[0];
  const onceAllowed = new Set(agreed.map(fingerprint));
  const isTrustedPath = (path: string): boolean => {
    const isOnce = answer === "once" && root !== undefined;
    return (isOnce && foldersUpToRepository(path).includes(root)) || store.isTrusted(path);
  };
  const isAllowed = (item: ConsentItem): boolean =>
    onceAllowed.has(fingerprint(item)) || store.hasConsent(cwd, item);
  return {
    isTrusted,
    files,
    notes,
    isTrustedPath,
    isAllowed,
    allowItems: async (items, signal) => {
      const open = items.filter((item) => !isAllowed(item));
      if (isTrusted && ask !== undefined) {
        for (const item of open) {
          const said = await ask(itemScreen(cwd, item, store.records.consents), signal);
          const isKept = said === "always" && answer !== "once";
          if (isKept) await store.consent(cwd, [item]);
          else if (said === "once" || said === "always") onceAllowed.add(fingerprint(item));
        }
      }
      const allowed = isTrusted ? items.filter(isAllowed) : [];
      const refused = items.filter((item) => !allowed.includes(item));
      return { allowed, notes: refused.map(refusalNote) };
    },
  };
}

function refusalNote({ kind, name, path }: ConsentItem): string {
  return oneLine(`${kind} ${name} does not run: nobody has agreed to ${path} as it is now.`);
}
