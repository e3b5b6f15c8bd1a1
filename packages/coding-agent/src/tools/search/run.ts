// Runs a call of `search`: checks it, finds a page of matches, and shows them with anchors for edits.
import type { ToolContext } from "@oh-my-pi/pi-agent-core/tool";
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { GrepPatternError } from "@oh-my-pi/pi-natives/grep";
import { resolveScope, type SearchScope } from "../../services/search/scope.ts";
import { findMatches } from "./find-matches.ts";
import type { FoundPage, Page } from "./found-page.ts";
import type { SearchArguments } from "./parameters.ts";
import type { SearchNeeds, SearchResult } from "./search-needs.ts";
import { showPage } from "./show-page.ts";

const FILES_PER_PAGE = 20;
const MATCHES_PER_FILE = 20;
const MATCHES_OF_ONE_FILE = 200;
const MAX_COLUMNS = 512;
const TIMEOUT_MS = 60_000;

export async function run(
  context: ToolContext<SearchNeeds>,
  args: SearchArguments,
): Promise<SearchResult> {
  const { needs, signal } = context;
  if (args.pattern.trim() === "") throw new ToolFailure("Pattern must not be empty");
  const page: Page = { skip: wholeNumber(args.skip ?? 0), size: FILES_PER_PAGE };
  const emptyMessage = "`paths` must contain non-empty paths or globs";
  const scope = await resolveScope([args.paths].flat(), { ...needs, signal, emptyMessage });
  const found = await find(scope, args, page, context);
  signal.throwIfAborted();
  return showPage(found, scope, page, needs);
}

async function find(
  scope: SearchScope,
  args: SearchArguments,
  page: Page,
  { needs, signal }: ToolContext<SearchNeeds>,
): Promise<FoundPage> {
  const { contextBefore, contextAfter } = needs.engines.options;
  const isOneFile = scope.targets.length === 1 && scope.targets[0]?.kind === "file";
  try {
    return await findMatches(
      scope,
      {
        pattern: args.pattern,
        ignoreCase: args.i ?? false,
        multiline: /\n|\\n/.test(args.pattern),
        includeHidden: true,
        useGitignore: args.gitignore ?? true,
        contextBefore,
        contextAfter,
        maxMatchesPerFile: isOneFile ? MATCHES_OF_ONE_FILE : MATCHES_PER_FILE,
        maxColumns: MAX_COLUMNS,
        timeoutMs: TIMEOUT_MS,
        signal,
        findRipgrep: () => needs.engines.findRipgrep(),
      },
      page,
    );
  } catch (error) {
    if (error instanceof GrepPatternError) throw new ToolFailure(error.message, { cause: error });
    throw error;
  }
}

function wholeNumber(skip: number): number {
  if (!Number.isFinite(skip) || skip < 0)
    throw new ToolFailure("Skip must be a non-negative number");
  return Math.floor(skip);
}
