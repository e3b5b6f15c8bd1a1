// The page at `/`: lists the sessions and shows one of them live. It holds no data and no secret of its own.
import style from "./page/page.css" with { type: "text" };
import html from "./page/page.html.txt" with { type: "text" };
import script from "./page/page.js.txt" with { type: "text" };
import { bodyResponse } from "./responses.ts";

const FILES: Readonly<Record<string, { readonly body: string; readonly type: string }>> = {
  "/": { body: html, type: "text/html; charset=utf-8" },
  "/page.css": { body: style, type: "text/css; charset=utf-8" },
  "/page.js": { body: script, type: "text/javascript; charset=utf-8" },
};

/** A file of the page, if that is what is asked for. */
export function pageFile({ method }: Request, path: string): Response | undefined {
  const file = Object.hasOwn(FILES, path) ? FILES[path] : undefined;
  if (file === undefined || (method !== "GET" && method !== "HEAD")) return undefined;
  return bodyResponse(method === "HEAD" ? null : file.body, { type: file.type });
}
