// Variables that keep programs from waiting for a person: no pagers, no editors, no prompts, no progress bars. Pure.

const CAT_PAGERS =
  "PAGER GIT_PAGER MANPAGER SYSTEMD_PAGER BAT_PAGER DELTA_PAGER GH_PAGER GLAB_PAGER PSQL_PAGER MYSQL_PAGER".split(
    " ",
  );

const FIXED: Readonly<Record<string, string>> = {
  AWS_PAGER: "",
  LESS: "FRX",
  TERM: "dumb",
  NO_COLOR: "1",
  PYTHONUNBUFFERED: "1",
  GIT_EDITOR: "true",
  VISUAL: "true",
  EDITOR: "true",
  GIT_TERMINAL_PROMPT: "0",
  SSH_ASKPASS: "/usr/bin/false",
  npm_config_yes: "true",
  npm_config_update_notifier: "false",
  npm_config_fund: "false",
  npm_config_audit: "false",
  npm_config_progress: "false",
  PNPM_DISABLE_SELF_UPDATE_CHECK: "true",
  PNPM_UPDATE_NOTIFIER: "false",
  YARN_ENABLE_TELEMETRY: "0",
  YARN_ENABLE_PROGRESS_BARS: "0",
  CARGO_TERM_PROGRESS_WHEN: "never",
  DEBIAN_FRONTEND: "noninteractive",
  PIP_NO_INPUT: "1",
  TF_INPUT: "0",
  TF_IN_AUTOMATION: "1",
  GH_PROMPT_DISABLED: "1",
  COMPOSER_NO_INTERACTION: "1",
};

/** The environment of commands that nobody attends to. */
export function unattendedEnvironment(
  env: Readonly<Record<string, string>>,
): Record<string, string> {
  const isCi = !env["PI_BASH_NO_CI"] && !env["CLAUDE_BASH_NO_CI"];
  const pagers = Object.fromEntries(CAT_PAGERS.map((name) => [name, "cat"]));
  return { ...env, ...pagers, ...FIXED, ...(isCi && { CI: "1" }) };
}
