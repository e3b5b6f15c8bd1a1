// The decision whether a project is trusted, made once for a run before any file of the project is interpreted.
// Knows no screen: whoever can ask a person hands in how.
import { UserError } from "../platform/exit-codes.ts";
import type { ConsentItem } from "./consent-item.ts";
import {
  type ConsentScreen,
  folderScreen,
  itemScreen,
  oneLine,
  type TrustAnswer,
} from "./consent-screen.ts";
import { findProjectFiles, type ProjectFile } from "./project-files.ts";
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
  const files = findProjectFiles(cwd);
  const notes = store.problem === undefined ? [] : [store.problem];
  if (isIgnored) return trustFor(question, { answer: "no", files: [], notes });
  const state = store.stateOf(cwd);
  if (state === "trusted")
    return trustFor(question, {
      answer: "always",
      files,
      notes: [...notes, ...brokenNotes(files)],
    });
  if (files.length === 0) return trustFor(question, { answer: "no", files, notes });
  const names = files.map(({ name }) => name).join(", ");
  if (state === "refused") {
    const note = `${names} not read: you do not trust this project (omp trust add).`;
    return trustFor(question, { answer: "no", files, notes: [...notes, note] });
  }
  if (question.ask === undefined && !question.isAttended) {
    throw new UserError(
      `This project has ${names}, and ${WHY[state]}. Look at it, then say omp trust add; or run with --no-project.`,
      "untrusted",
    );
  }
  const answer = await askAboutFolder(question, state, files);
  const note = `${names} not read: ${WHY[state]} (omp trust add).`;
  const isYes = answer === "always" || answer === "once";
  const more = isYes ? brokenNotes(files) : [note];
  return trustFor(question, { answer, files, notes: [...notes, ...more] });
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
  files: readonly ProjectFile[],
): Promise<TrustAnswer> {
  const answer = (await ask?.(folderScreen(cwd, state, files))) ?? "no";
  if (answer === "always") await store.decide(cwd, "trusted");
  if (answer === "never") await store.decide(cwd, "refused");
  return answer;
}

interface Outcome {
  readonly answer: TrustAnswer;
  readonly files: readonly ProjectFile[];
  readonly notes: readonly string[];
}

function trustFor(question: TrustQuestion, { answer, files, notes }: Outcome): ProjectTrust {
  const { cwd, store, ask } = question;
  const isTrusted = answer === "always" || answer === "once";
  const root = foldersUpToRepository(cwd)[0];
  const onceAllowed = new Set<ConsentItem>();
  const isTrustedPath = (path: string): boolean => {
    const isOnce = answer === "once" && root !== undefined;
    return (isOnce && foldersUpToRepository(path).includes(root)) || store.isTrusted(path);
  };
  const isAllowed = (item: ConsentItem): boolean =>
    onceAllowed.has(item) || store.hasConsent(cwd, item);
  return {
    isTrusted,
    files,
    notes,
    isTrustedPath,
    allowItems: async (items, signal) => {
      const open = items.filter((item) => !isAllowed(item));
      if (isTrusted && ask !== undefined) {
        for (const item of open) {
          const said = await ask(itemScreen(cwd, item, store.records.consents), signal);
          if (said === "once" || (said === "always" && answer === "once")) onceAllowed.add(item);
          else if (said === "always") await store.consent(cwd, [item]);
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
