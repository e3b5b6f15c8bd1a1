// Settings of models, requests and services on the web that nothing reads yet.
import type { Setting } from "../../settings/setting.ts";
import { choice, guard, table, text } from "./planned.ts";

const SEARCHES = [
  "auto",
  "exa",
  "brave",
  "jina",
  "kimi",
  "zai",
  "perplexity",
  "anthropic",
  "gemini",
];
const MORE_SEARCHES = ["codex", "tavily", "kagi", "synthetic", "parallel", "searxng"];

export const PROVIDERS: readonly Setting[] = [
  text("auth.broker.url", undefined, "never", "Address of a server that holds your logins."),
  text("auth.broker.token", undefined, "never", "Key for that server, or $NAME of a variable."),
  table("modelTags", "free", "Roles of your own, with a name and a colour."),
  guard("compaction.remoteEnabled", true, "off", "Let providers sum up where they can."),
  text("compaction.remoteEndpoint", undefined, "never", "Address that sums up conversations."),
  choice(
    "providers.image",
    ["auto", "openai", "gemini", "openrouter"],
    "never",
    "Who draws images.",
  ),
  choice("providers.webSearch", [...SEARCHES, ...MORE_SEARCHES], "never", "Who searches the web."),
  guard("providers.parallelFetch", true, "off", "Fetch pages through Parallel."),
  guard("web_search.enabled", true, "off", "Offer the search on the web."),
  guard("exa.enabled", true, "off", "Use Exa."),
  guard("exa.enableSearch", true, "off", "Search with Exa."),
  guard("exa.enableResearcher", false, "off", "Research with Exa."),
  guard("exa.enableWebsets", false, "off", "Collections of Exa."),
  text("searxng.endpoint", undefined, "never", "Address of a SearXNG server."),
  text("searxng.token", undefined, "never", "Key for that server."),
  text("searxng.basicUsername", undefined, "never", "Name for that server."),
  text("searxng.basicPassword", undefined, "never", "Password for that server."),
  text("searxng.categories", undefined, "free", "Categories that SearXNG searches."),
  text("searxng.language", undefined, "free", "Language that SearXNG searches in."),
];
