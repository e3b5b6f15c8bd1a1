// The structure of a stream of JSON events: which event kinds come in which order, and which fields each
// has. For tests that hold an encoder against recorded vendor streams.

/** One decoded event. */
export interface DecodedEvent {
  readonly kind: string;
  readonly data: unknown;
}

/** For each event kind, how often each field path (with its JSON type) was seen. */
export interface WireShape {
  readonly kinds: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly counts: ReadonlyMap<string, number>;
}

/** The shape of many events. */
export function shapeOf(events: Iterable<DecodedEvent>): WireShape {
  const kinds = new Map<string, Map<string, number>>();
  const counts = new Map<string, number>();
  for (const { kind, data } of events) {
    const fields = kinds.get(kind) ?? new Map<string, number>();
    kinds.set(kind, fields);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    for (const path of new Set(fieldPaths(data, ""))) fields.set(path, (fields.get(path) ?? 0) + 1);
  }
  return { kinds, counts };
}

/** Event kinds and fields of `ours` that no vendor stream has. */
export function invented(ours: WireShape, vendors: WireShape): string[] {
  return [...ours.kinds].flatMap(([kind, fields]) => {
    const known = vendors.kinds.get(kind);
    if (known === undefined) return [kind];
    return [...fields.keys()].filter((path) => !known.has(path)).map((path) => `${kind} ${path}`);
  });
}

/** Fields that every vendor event of a kind has and some event of `ours` lacks. */
export function omitted(ours: WireShape, vendors: WireShape): string[] {
  return [...ours.kinds].flatMap(([kind, fields]) => {
    const always = [...(vendors.kinds.get(kind) ?? [])].filter(
      ([, seen]) => seen === vendors.counts.get(kind),
    );
    return always
      .filter(([path]) => fields.get(path) !== ours.counts.get(kind))
      .map(([path]) => `${kind} ${path}`);
  });
}

/** The kinds in order, with runs of the same kind taken as one. */
export function kindSequence(events: Iterable<DecodedEvent>): string[] {
  const kinds = Array.from(events, ({ kind }) => kind);
  return kinds.filter((kind, i) => kind !== kinds[i - 1]);
}

/** The events of an SSE body; `kindOf` names each by its event name and data. */
export function decodeSse(
  body: string,
  kindOf: (name: string, data: unknown) => string,
): DecodedEvent[] {
  return body
    .replaceAll("\r\n", "\n")
    .split("\n\n")
    .flatMap((block) => {
      const name = /^event: (.*)$/m.exec(block)?.[1] ?? "";
      const text = /^data: (.*)$/m.exec(block)?.[1];
      if (text === undefined) return [];
      const data: unknown = text === "[DONE]" ? text : JSON.parse(text);
      return [{ kind: kindOf(name, data), data }];
    });
}

function* fieldPaths(value: unknown, path: string): Generator<string> {
  if (Array.isArray(value)) {
    yield `${path}[]`;
    for (const item of value) yield* fieldPaths(item, `${path}[]`);
  } else if (typeof value === "object" && value !== null) {
    if (path !== "") yield `${path}{}`;
    for (const [key, item] of Object.entries(value)) yield* fieldPaths(item, `${path}.${key}`);
  } else {
    yield `${path}: ${value === null ? "null" : typeof value}`;
  }
}
