// Rule: inside a package with an order of layers, lower never imports higher, not even a type or
// lazily. Folders are matched by their longest listed name.
import { isWithin, type Place } from "../place.ts";
import { atEdge, type Edge, type Finding, type Rule } from "../rule.ts";

type Order = readonly string[];

/** The listed layer that holds a path below `src`. */
function layerOf(order: Order, path: string): string | undefined {
  return order
    .filter((layer) => isWithin(path, layer))
    .reduce<string | undefined>(
      (best, layer) => (best !== undefined && best.length >= layer.length ? best : layer),
      undefined,
    );
}

function pathBelowSrc(path: string, folder: string): string | undefined {
  const prefix = `packages/${folder}/src/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}

function targetPath({ target }: Edge): string | undefined {
  return target.kind === "file" || target.kind === "workspace" ? target.path : undefined;
}

/** `read.test.ts` stands where `read.ts` stands. */
function testedPath(path: string): string {
  return path.replace(/\.test(\.[cm]?tsx?)$/, "$1");
}

function checkEdge(edge: Edge, folder: string, order: Order): Finding[] {
  const from = pathBelowSrc(edge.from.place.path, folder);
  const to = pathBelowSrc(targetPath(edge) ?? "", folder);
  if (from === undefined || to === undefined) return [];
  const [low, high] = [layerOf(order, testedPath(from)), layerOf(order, to)];
  if (low === undefined || high === undefined) return [];
  if (order.indexOf(high) <= order.indexOf(low)) return [];
  return [atEdge(edge, `${low} is below ${high} and may not import ${to}`)];
}

function isHomeless(place: Place, folder: string, order: Order): boolean {
  // A test of the whole product belongs to no layer.
  if (place.isTest || place.isTestSupport) return false;
  const path = pathBelowSrc(place.path, folder);
  return path !== undefined && layerOf(order, path) === undefined;
}

export default {
  id: "layer-order",
  allowed: "Inside a layered package a file imports its own layer and the ones below it.",
  remedy: "Declare a small interface below and bind it in assemble.ts, or move the file up.",
  checkTree({ edges, files }, config) {
    return Object.entries(config.order).flatMap(([folder, order]) => [
      ...[...files.values()]
        .filter(({ place }) => isHomeless(place, folder, order))
        .map(({ place }) => ({
          path: place.path,
          line: 1,
          message: `stands in no layer; the layers are ${order.join(" < ")}`,
        })),
      ...edges.flatMap((edge) => checkEdge(edge, folder, order)),
    ]);
  },
} satisfies Rule;
