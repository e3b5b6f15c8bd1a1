// Contracts: the ranking observed on the described system, activation that accumulates, and every refusal.
import { describe, expect, test } from "bun:test";
import {
  discoverableTools,
  type ToolActivation,
  toolActivationNeed,
  withoutActivation,
} from "../../services/tool-discovery/tool-activation.ts";
import { type DiscoverableTool, ToolSearch } from "../../services/tool-discovery/tool-search.ts";
import { bind, callTool, tokensOf } from "../../testing/call-tool.ts";
import vectors from "./fixtures/bm25.json";
import searchTool from "./search-tool-bm25.ts";

const mcp = (
  serverName: string,
  mcpToolName: string,
  summary: string,
  ...schemaKeys: string[]
): DiscoverableTool => ({
  name: `mcp__${serverName}_${mcpToolName}`,
  label: `${serverName}/${mcpToolName}`,
  summary,
  schemaKeys,
  serverName,
  mcpToolName,
});
const TOOLS = [
  mcp("github", "create_issue", "Create an issue in a repository", "repo", "title", "body"),
  mcp("github", "list_prs", "List pull requests", "repo", "state"),
  mcp("slack", "post", "Post a message to a channel", "channel", "text"),
];

function session(mode: ToolActivation["mode"] = "all"): ToolActivation {
  const active: string[] = [];
  return {
    mode,
    candidates: () => TOOLS,
    active: () => [...active],
    activate: async (names) => {
      active.push(...names);
      return names;
    },
  };
}

const search = (tools: ToolActivation, query: string, more = {}) =>
  callTool(searchTool, { query, ...more }, [bind(toolActivationNeed, tools)]);

describe("ranking", () => {
  // The observed scores belong to descriptions that are not known; the order does not depend on them.
  test.each(vectors)("$query", ({ query, result }) => {
    const found = new ToolSearch(TOOLS).find(query);
    expect(found?.map(({ tool }) => tool.name)).toEqual(result?.map(({ name }) => name));
    const scores = found?.map(({ score }) => score) ?? [];
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  test("a rare word counts more than a common one, a name more than a description", () => {
    const [first] = new ToolSearch(TOOLS).find("github issue") ?? [];
    expect(first?.tool.mcpToolName).toBe("create_issue");
    const named = { ...TOOLS[2]!, name: "deploy", label: "deploy", mcpToolName: "deploy" };
    const described = { ...TOOLS[2]!, name: "x", summary: "deploy" };
    const found = new ToolSearch([described, named]).find("deploy") ?? [];
    expect(found.map(({ tool }) => tool.name)).toEqual(["deploy", "x"]);
  });

  test.each([
    ["calculate", "Calculates arithmetic"],
    ["calculating", "Calculate a sum"],
    ["queries", "Query a database"],
    ["boxes", "Draw a box"],
    ["planned", "Plan the work"],
    ["issues", "One issue"],
    ["list pages", "The page"],
    ["process", "Processes"],
    ["status", "Status"],
    ["sing", "Sings"],
  ])("%p finds %p", (query, summary) => {
    const tool = { name: "x", label: "", summary, schemaKeys: [] };
    expect(new ToolSearch([tool]).find(query)).toHaveLength(1);
  });

  test.each([
    ["thing", "the"],
    ["string", "a str"],
    ["status", "one stat"],
  ])("%p does not find %p", (query, summary) => {
    const tool = { name: "x", label: "", summary, schemaKeys: [] };
    expect(new ToolSearch([tool]).find(query)).toEqual([]);
  });

  test("of one word in one of two equal documents is plain BM25", () => {
    const tool = { name: "a", label: "", summary: "", schemaKeys: [] };
    const found = new ToolSearch([tool, { ...tool, name: "b" }]).find("a") ?? [];
    expect(found[0]?.score).toBeCloseTo((Math.log(1 + 1.5 / 1.5) * 6 * 2.2) / (6 + 1.2), 12);
  });
});

describe("search_tool_bm25", () => {
  test("activates what it finds, and more with every search", async () => {
    const tools = session();
    expect((await search(tools, "list pull requests", { limit: 1 })).text).toBe(
      '{"query":"list pull requests","activated_tools":["mcp__github_list_prs"],"match_count":1,"total_tools":3}',
    );
    const { text, details } = await search(tools, " github ");
    expect(JSON.parse(text)).toMatchObject({ activated_tools: ["mcp__github_create_issue"] });
    expect(details).toMatchObject({
      query: "github",
      limit: 8,
      active_selected_tools: ["mcp__github_list_prs", "mcp__github_create_issue"],
      tools: [{ server_name: "github", mcp_tool_name: "create_issue", score: expect.any(Number) }],
    });
  });

  test("nothing found is no error", async () => {
    expect(await search(session(), "xyz")).toMatchObject({
      text: '{"query":"xyz","activated_tools":[],"match_count":0,"total_tools":3}',
      isError: false,
    });
  });

  test.each([
    ["Tool discovery is unavailable in this session.", withoutActivation, "x"],
    ["Query must contain at least one letter or number.", session(), "!!!"],
    [
      "Tool discovery is disabled. Enable tools.discoveryMode or mcp.discoveryMode to use search_tool_bm25.",
      session("off"),
      "x",
    ],
  ])("%s", async (text, tools, query) => {
    expect(await search(tools, query)).toMatchObject({ text, isError: true });
  });

  test("finds only what is made for it and not active", () => {
    const traits = { loadMode: "discoverable" } as const;
    const tools = [
      { ...searchTool, name: "a", traits },
      { ...searchTool, name: "b", traits },
      { ...searchTool, name: "hidden", traits: { ...traits, hidden: true } },
      searchTool,
    ];
    expect(discoverableTools(tools, ["b"]).map(({ name }) => name)).toEqual(["a"]);
    expect(discoverableTools(tools, [])[0]?.schemaKeys).toEqual(["query", "limit"]);
  });

  test("is cheap", () => expect(tokensOf(searchTool)).toBeLessThan(150));
});
