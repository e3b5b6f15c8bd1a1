// Whether what a command just made is what `git init` or `git clone` make: a new repository with nothing that runs.
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";

const SAFE_KEYS: Readonly<Record<string, RegExp>> = {
  core: /^(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks)$/i,
  user: /^(name|email)$/i,
  remote: /^(url|fetch)$/i,
  branch: /^(remote|merge)$/i,
  init: /^defaultbranch$/i,
  extensions: /^(objectformat|refstorage)$/i,
};

/** Only for the two files of a repository that every new one has. */
export function isHarmlessNew(path: string): boolean {
  if (basename(dirname(path)) !== ".git") return false;
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (basename(path) === "hooks")
    return (
      stats?.isDirectory() === true && readdirSync(path).every((name) => name.endsWith(".sample"))
    );
  return (
    basename(path) === "config" &&
    stats?.isFile() === true &&
    isHarmlessConfig(readFileSync(path, "utf8"))
  );
}

/** Every line is empty, a comment, or one of the keys that only describe. */
export function isHarmlessConfig(text: string): boolean {
  let section = "";
  return text.split("\n").every((raw) => {
    const line = raw.trim();
    if (line === "" || line.startsWith("#") || line.startsWith(";")) return true;
    const [, opened] = /^\[([A-Za-z]+)(?: "[^"\\]*")?\]$/.exec(line) ?? [];
    if (opened !== undefined) section = opened.toLowerCase();
    const [, key] = /^([A-Za-z]+) = [^\\]*$/.exec(line) ?? [];
    const isSafe = key !== undefined && SAFE_KEYS[section]?.test(key) === true;
    // `ext::` and the like name programs.
    return opened !== undefined || (isSafe && !/::/.test(line));
  });
}
