// Which files a script fetches, so that running one of them is noticed.
import { expandWhole } from "./expand-word.ts";
import { type Invocation, isFetcher, operandsOf, type Upstream } from "./invocation.ts";
import { absolutePath } from "./places.ts";
import type { Scope } from "./scope.ts";
import type { Redirect } from "./syntax.ts";

/** Remembers the files that these programs fetch. */
export function noteDownloads(
  ran: readonly Invocation[],
  redirects: readonly Redirect[],
  scope: Scope,
  upstream?: Upstream,
): void {
  const note = (path: string): void => void scope.downloaded.add(absolutePath(path, scope));
  const isFed = upstream?.fetches === true;
  for (const invocation of ran) {
    if (isFetcher(invocation)) fetchedFiles(invocation).forEach(note);
    if (isFed && invocation.name === "tee") operandsOf(invocation.args).forEach(note);
  }
  if (!isFed && !ran.some(isFetcher)) return;
  for (const { operator, target } of redirects)
    if (/>/.test(operator)) expandWhole(target, scope).forEach(note);
}

const LONG_OUTPUT = /^--output(?:-document)?=(.*)$/;

function fetchedFiles({ name, args }: Invocation): string[] {
  const isCurl = name === "curl";
  const takesName = !isCurl || args.some((arg) => /^-[A-Za-z]*O|^--remote-name/.test(arg));
  const files: string[] = [];
  args.forEach((arg, index) => {
    const short = isCurl ? /^-[A-Za-z]*o(.*)$/.exec(arg) : /^-[A-Za-z]*O(.*)$/.exec(arg);
    const attached = LONG_OUTPUT.exec(arg)?.[1] ?? short?.[1];
    const isNext = attached === "" || arg === "--output" || arg === "--output-document";
    const file = isNext ? args[index + 1] : attached;
    if (file !== undefined) files.push(file);
    if (takesName && /^[a-z]+:\/\//i.test(arg)) files.push(baseName(arg));
  });
  return files.filter((file) => file !== "-" && file !== "");
}

function baseName(url: string): string {
  return /([^/?#]+)(?:[?#].*)?$/.exec(url)?.[1] ?? "index.html";
}
