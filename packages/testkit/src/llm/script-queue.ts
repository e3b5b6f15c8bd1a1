// Which scripted reply answers which request, and what was left over or not foreseen.
import type { RecordedRequest } from "./recorded-request.ts";
import type { Scripted } from "./reply.ts";

/** Which requests a lane of replies is for; all given fields must agree. */
export type RequestMatch =
  | { readonly api?: string; readonly model?: string; readonly bodyIncludes?: string }
  | ((request: RecordedRequest) => boolean);

interface Lane {
  readonly match: RequestMatch | undefined;
  readonly replies: Scripted[];
  taken: number;
}

/** Replies in the order in which they will be given out. */
export interface ScriptQueue {
  add(match: RequestMatch | undefined, replies: readonly Scripted[]): void;
  /** The next reply for this request; lanes with a match come before the common one. */
  take(request: RecordedRequest): Scripted | undefined;
  /** One line for each lane that has replies left. */
  leftovers(): string[];
}

/** An empty queue; with `isLooping` each lane starts again at its end and nothing is ever left over. */
export function createScriptQueue(options: { readonly isLooping: boolean }): ScriptQueue {
  const lanes: Lane[] = [{ match: undefined, replies: [], taken: 0 }];
  const hasNext = (lane: Lane): boolean =>
    options.isLooping ? lane.replies.length > 0 : lane.taken < lane.replies.length;
  return {
    add(match, replies) {
      const known = lanes.find((lane) => lane.match === match);
      if (known !== undefined) known.replies.push(...replies);
      else lanes.push({ match, replies: [...replies], taken: 0 });
    },
    take(request) {
      const lane =
        lanes.find((it) => it.match !== undefined && hasNext(it) && isMatch(it.match, request)) ??
        lanes.find((it) => it.match === undefined && hasNext(it));
      if (lane === undefined) return undefined;
      lane.taken += 1;
      return lane.replies[(lane.taken - 1) % lane.replies.length];
    },
    leftovers() {
      if (options.isLooping) return [];
      return lanes.filter(hasNext).map((lane) => {
        const left = lane.replies.length - lane.taken;
        const whom = lane.match === undefined ? "" : ` for ${describeMatch(lane.match)}`;
        return `${left} of ${lane.replies.length} scripted replies${whom} unused`;
      });
    },
  };
}

function isMatch(match: RequestMatch, request: RecordedRequest): boolean {
  if (typeof match === "function") return match(request);
  return (
    (match.api === undefined || match.api === request.api) &&
    (match.model === undefined || match.model === request.model) &&
    (match.bodyIncludes === undefined || request.body.includes(match.bodyIncludes))
  );
}

function describeMatch(match: RequestMatch): string {
  return typeof match === "function" ? "a matching function" : JSON.stringify(match);
}
