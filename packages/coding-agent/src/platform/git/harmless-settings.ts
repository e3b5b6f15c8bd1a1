// The settings that keep git from running what a repository names: those that always hold, and one for each key of the
// repository that would start a program. Pure.

export interface GitSetting {
  readonly key: string;
  readonly value: string;
}

/** Hooks lie in the repository without any key, and these keys are asked for by commands as plain as `git status`. */
const ALWAYS: readonly GitSetting[] = [
  { key: "core.hooksPath", value: "/dev/null" },
  { key: "core.fsmonitor", value: "false" },
  { key: "protocol.ext.allow", value: "never" },
  { key: "submodule.recurse", value: "false" },
  { key: "fetch.recurseSubmodules", value: "false" },
  // A folder that looks like a repository, with a configuration of its own, can be checked in like any other.
  { key: "safe.bareRepository", value: "explicit" },
];

/** Does what git itself does for a file without a driver. */
const OWN_DIFF =
  'own_diff() { git diff --no-index --no-ext-diff --no-textconv -- "$2" "$5"; true; }; own_diff';
const OWN_MERGE = "git merge-file -L ours -L base -L theirs %A %O %B";
const REFUSING_ALIAS = "!echo 'This alias is not run: its project is not trusted.' >&2; false";

/** What a key that names a program is set to instead. The first that fits counts. */
const INSTEAD: readonly (readonly [key: RegExp, value: string])[] = [
  [/^core\.pager$/, "cat"],
  [/^(?:core|sequence)\.editor$/, "true"],
  [/^core\.sshcommand$/, "ssh"],
  [/^core\.(?:askpass|alternaterefscommand)$/, "true"],
  [/^pager\./, "false"],
  [/^interactive\.difffilter$/, "cat"],
  [/^init\.templatedir$/, ""],
  [/^diff\.external$/, OWN_DIFF],
  [/^diff\..+\.command$/s, OWN_DIFF],
  [/^diff\..+\.textconv$/s, "cat"],
  [/^merge\..+\.driver$/s, OWN_MERGE],
  [/^filter\..+\.(?:clean|smudge|process)$/s, ""],
  [/^filter\..+\.required$/s, "false"],
  [/^credential\.(?:.+\.)?helper$/s, ""],
  [/^gpg\.(?:openpgp\.)?program$/, "gpg"],
  [/^gpg\.x509\.program$/, "gpgsm"],
  [/^gpg\.ssh\.program$/, "ssh-keygen"],
  [/^gpg\.ssh\.defaultkeycommand$/, "true"],
  [/^submodule\..+\.update$/s, "checkout"],
  [/^alias\./, REFUSING_ALIAS],
  [/^sendemail\..*(?:cmd|smtpserver)$/s, "false"],
  [/\.(?:cmd|command)$/, "false"],
];

/** Whether git would start what this key of a repository names. */
export function namesProgram(key: string): boolean {
  return (
    /^core\.(?:hookspath|fsmonitor)$/.test(key) ||
    namesTransportProgram(key) ||
    INSTEAD.some(([pattern]) => pattern.test(key))
  );
}

/** Settings for a repository that sets these keys. */
export function harmlessSettings(keys: Iterable<string>): GitSetting[] {
  const instead = [...keys].flatMap((key) => {
    const value = INSTEAD.find(([pattern]) => pattern.test(key))?.[1];
    return value === undefined ? [] : [{ key, value }];
  });
  return [...ALWAYS, ...instead];
}

/** Keys whose program git starts for a repository on this machine, and that no setting can take back. */
export function namesTransportProgram(key: string): boolean {
  return /^remote\..+\.(?:uploadpack|receivepack|vcs)$/s.test(key);
}
