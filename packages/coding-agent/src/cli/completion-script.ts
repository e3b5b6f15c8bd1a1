// Writes a shell's completion script for flags, their values and subcommands. Pure text.
import type { NamedCommand } from "./command.ts";
import { type Flag, FLAGS } from "./flags.ts";

export const COMPLETION_SHELLS = ["bash", "zsh", "fish"] as const;
export type CompletionShell = (typeof COMPLETION_SHELLS)[number];

/** The script for a shell. */
export function completionScript(
  shell: CompletionShell,
  commands: readonly NamedCommand[],
): string {
  return WRITERS[shell](
    commands,
    FLAGS.filter((flag) => flag.missing === undefined),
  );
}

type Writer = (commands: readonly NamedCommand[], flags: readonly Flag[]) => string;

const WRITERS: Readonly<Record<CompletionShell, Writer>> = {
  bash: (commands, flags) => `_omp() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  case "$previous" in
${choices(allFlags(commands, flags), (names, values) => `    ${names.join("|")}) COMPREPLY=($(compgen -W "${values.join(" ")}" -- "$current")); return ;;`)}
  esac
  if [[ $COMP_CWORD -gt 1 ]]; then
    case "\${COMP_WORDS[1]}" in
${commands.map((named) => `      ${named.name}) COMPREPLY=($(compgen -W "${wordsOf(named).join(" ")}" -- "$current") $(compgen -f -- "$current")); return ;;`).join("\n")}
    esac
  fi
  if [[ "$current" == -* ]]; then
    COMPREPLY=($(compgen -W "${flags.flatMap(longNames).join(" ")}" -- "$current"))
  elif [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")}" -- "$current") $(compgen -f -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}
complete -F _omp omp
`,
  zsh: (commands, flags) => `#compdef omp
_omp() {
  local -a commands flags
  commands=(${commands.map(({ name, command }) => quote(`${name}:${command.summary}`)).join(" ")})
  flags=(${flags.flatMap((flag) => longNames(flag).map((name) => quote(`${name}:${flag.help}`))).join(" ")})
  case "$words[CURRENT-1]" in
${choices(allFlags(commands, flags), (names, values) => `    ${names.join("|")}) compadd -- ${values.join(" ")}; return ;;`)}
  esac
  if (( CURRENT > 2 )); then
    case "$words[2]" in
${commands.map((named) => `      ${named.name}) compadd -- ${wordsOf(named).join(" ")}; _files; return ;;`).join("\n")}
    esac
  fi
  if [[ "$words[CURRENT]" == -* ]]; then _describe flag flags
  elif (( CURRENT == 2 )); then _describe command commands; _files
  else _files; fi
}
compdef _omp omp
`,
  fish: (commands, flags) => {
    const names = commands.map(({ name }) => name).join(" ");
    const launch = quote(`not __fish_seen_subcommand_from ${names}`);
    return [
      ...commands.map(
        ({ name, command }) =>
          `complete -c omp -n __fish_use_subcommand -a ${name} -d ${quote(command.summary)}`,
      ),
      ...commands.flatMap((named) => {
        const inside = quote(`__fish_seen_subcommand_from ${named.name}`);
        return [
          ...actionsOf(named).map((action) => `complete -c omp -n ${inside} -a ${action}`),
          ...named.command.flags.flatMap((flag) => fishFlag(flag, inside)),
        ];
      }),
      ...flags.flatMap((flag) => fishFlag(flag, launch)),
      "",
    ].join("\n");
  },
};

function fishFlag(flag: Flag, condition: string): string[] {
  return longNames(flag).map((name) => {
    const short = flag.short === undefined ? "" : ` -s ${flag.short}`;
    const values = flag.allowed === undefined ? "" : ` -x -a ${quote(flag.allowed.join(" "))}`;
    const value =
      flag.value === undefined || flag.isOptionalValue === true ? values : values || " -r";
    return `complete -c omp -n ${condition} -l ${name.slice(2)}${short}${value} -d ${quote(flag.help)}`;
  });
}

/** What may follow a command. */
function wordsOf(named: NamedCommand): string[] {
  return [...actionsOf(named), ...named.command.flags.flatMap(longNames), "--help"];
}

function allFlags(commands: readonly NamedCommand[], flags: readonly Flag[]): Flag[] {
  return [...flags, ...commands.flatMap(({ command }) => command.flags)];
}

function longNames({ name, aliases = [] }: Flag): string[] {
  return [name, ...aliases].map((each) => `--${each}`);
}

function choices(
  flags: readonly Flag[],
  write: (names: readonly string[], values: readonly string[]) => string,
): string {
  return flags
    .flatMap((flag) => (flag.allowed === undefined ? [] : [write(longNames(flag), flag.allowed)]))
    .join("\n");
}

/** The words that may follow a command: the second ones of its forms. */
function actionsOf({ command }: NamedCommand): string[] {
  const words = command.forms.map(([form]) => form.split(" ")[1] ?? "");
  return [...new Set(words.filter((word) => /^[a-z][a-z-]*$/.test(word)))];
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
