// Serves the long answer in a process of its own, so that its memory is not the decoder's. Prints its address;
// the path says how many deltas are wanted.
import { bodyOf, chunksOf } from "./sse-stream.ts";

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: (request) => {
    const deltas = Number(new URL(request.url).pathname.split("/")[1]);
    const headers = { "content-type": "text/event-stream" };
    return new Response(bodyOf(chunksOf(deltas)), { headers });
  },
});
console.log(server.url.href);
