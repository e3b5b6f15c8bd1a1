// The groups under which settings are shown, nine of them. A key that no other group claims is among the tools.
import type { Setting } from "../../settings/setting.ts";

const GROUPS: readonly (readonly [name: string, keys: RegExp])[] = [
  [
    "appearance",
    /^(theme|symbol|colorBlind|statusLine|terminal\.|tui\.|display\.|images\.|showHardware|clearOn)/,
  ],
  [
    "model",
    /^(model|enabledModels|cycleOrder|defaultThinking|thinkingBudgets|hideThinking|repeatTool|temperature|top[PK]|minP|presence|repetition|serviceTier|retry\.)/,
  ],
  [
    "interaction",
    /^(autoResume|power\.|steering|followUp|interruptMode|loop\.|doubleEscape|treeFilter|autocomplete|emoji|startup|collapse|lastChangelog|completion\.|ask\.|stt\.|tools\.approval)/,
  ],
  ["context", /^(contextPromotion|compaction\.|branchSummary|ttsr\.)/],
  ["memory", /^(memor|hindsight)/],
  ["editing", /^(edit\.|read|lsp\.|bash|shell|eval\.|python\.)/],
  ["tasks", /^(task|plan\.|goal\.|skills\.|commands\.|commit\.)/],
  ["providers", /^(provider|secrets\.|exa\.|searxng|auth\.|disabledProviders)/],
  ["tools", /^/],
];

/** Settings that are read, by group. */
export function settingGroups(
  declared: readonly Setting[],
): readonly (readonly [name: string, settings: readonly Setting[]])[] {
  const used = declared.filter(({ isUnused }) => isUnused !== true);
  const nameOf = ({ key }: Setting): string =>
    GROUPS.find(([, keys]) => keys.test(key))?.[0] ?? "tools";
  const grouped = Map.groupBy(used, nameOf);
  return GROUPS.map(([name]) => [name, grouped.get(name) ?? []] as const);
}
