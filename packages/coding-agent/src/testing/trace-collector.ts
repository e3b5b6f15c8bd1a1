// A collector of spans on this machine: takes OTLP over HTTP and keeps what came. Tests only.

/** A span as OTLP writes it in JSON. */
export interface WireSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code?: number; readonly message?: string };
  readonly attributes: readonly Attribute[];
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface TraceBody {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
}

interface Taken {
  readonly path: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

export interface TraceCollector extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly Taken[];
  /** Of requests in JSON. */
  readonly spans: readonly WireSpan[];
  /** What the first request says of who sent it. */
  readonly resource: Readonly<Record<string, unknown>>;
}

/** Starts one; `answer` says how it answers. */
export function startCollector(
  answer: () => Response | Promise<Response> = () => Response.json({}),
): TraceCollector {
  const requests: Taken[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const body = await request.bytes();
      requests.push({ path: pathname + search, headers: request.headers, body });
      return answer();
    },
  });
  const bodies = (): TraceBody[] =>
    requests
      .filter(({ headers }) => headers.get("content-type") === "application/json")
      .map(({ body }) => JSON.parse(Buffer.from(body).toString()) as TraceBody);
  return {
    url: `http://127.0.0.1:${server.port}`,
    requests,
    get spans() {
      return bodies().flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      );
    },
    get resource() {
      return valuesOf(bodies()[0]?.resourceSpans[0]?.resource.attributes ?? []);
    },
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

/** Attributes as a table. */
export function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
