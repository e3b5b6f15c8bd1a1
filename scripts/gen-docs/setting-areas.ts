// Which part of the settings page a key stands in. A key that no area claims goes to the last one.
import type { Setting } from "../../packages/coding-agent/src/settings/setting.ts";

const AREAS: readonly (readonly [title: string, keys: RegExp])[] = [
  ["Approval and safety", /^(tools\.approval|secrets\.|sandbox\.|trust\.)/],
  [
    "Models and requests",
    /^(model|enabledModels|disabledProviders|cycleOrder|defaultThinking|thinkingBudgets|temperature|top[PK]|minP|presence|repetition|serviceTier|retry\.|provider|auth\.)/,
  ],
  ["Conversation", /^(steering|followUp|interruptMode|loop\.|autoResume|todo|tasks\.|ask\.)/],
  ["Context", /^(compaction\.|branchSummary\.|contextPromotion\.|ttsr\.)/],
  ["Files and editing", /^(edit\.|read|images\.|search\.|find\.|ast|lsp\.)/],
  ["Commands", /^(bash|shell|async\.|eval\.|python\.)/],
  [
    "Terminal",
    /^(theme|symbol|colorBlind|statusLine|terminal\.|tui\.|display\.|show|clearOn|hideThinking|doubleEscape|treeFilter|autocomplete|emoji|startup|collapse|lastChangelog|completion\.|power\.|stt\.)/,
  ],
  ["Subagents, plans and commits", /^(task\.|plan\.|goal\.|irc\.|commit\.)/],
  ["Skills, commands and extensions", /^(skills\.|commands\.|extensions|disabledExt|marketplace)/],
  ["Web, GitHub and browser", /^(web_search|exa\.|searxng|fetch\.|github|browser)/],
  ["Memory", /^(memor|hindsight)/],
  ["Other tools", /^/],
];

/** The settings of each area in the order of the page, areas without any left out. */
export function byArea(declared: readonly Setting[]): [title: string, settings: Setting[]][] {
  const titleOf = ({ key }: Setting): string => AREAS.find(([, keys]) => keys.test(key))?.[0] ?? "";
  const grouped = Map.groupBy(declared, titleOf);
  return AREAS.flatMap(([title]): [string, Setting[]][] => {
    const settings = grouped.get(title);
    return settings === undefined ? [] : [[title, settings]];
  });
}
