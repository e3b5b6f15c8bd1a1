// Contract: a profile keeps the newest work, sums are true, every stack has the time that was its own, whatever lies beside
// or inside it, and a drawing holds no markup of what it names.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { drawFlameGraph } from "./flame-graph.ts";
import { foldWork, sumWork, WorkProfile, type WorkSpan } from "./work-profile.ts";

const span = (path: string, startMs: number, endMs: number): WorkSpan => ({
  path: path.split("/"),
  startMs,
  endMs,
});

/** A run of 100 ms: the model for 60, then two tools beside each other, 10 of 20 and 30 ms shared. */
const RUN = [
  span("run", 0, 100),
  span("run/model", 0, 60),
  span("run/bash", 60, 80),
  span("run/read", 70, 100),
];

describe("a profile", () => {
  test("keeps the newest spans, and tells those of a time", () => {
    const profile = new WorkProfile(3);
    for (let at = 0; at < 5; at++) profile.add(span(`s${at}`, at, at + 1));
    expect(profile.read().map(({ path }) => path[0])).toEqual(["s2", "s3", "s4"]);
    expect(profile.read(5).map(({ path }) => path[0])).toEqual(["s4"]);
  });

  test("sums by name, the longest first", () => {
    expect(sumWork([...RUN, span("run/bash", 200, 205)])[0]).toEqual({
      name: "run",
      count: 1,
      totalMs: 100,
      longestMs: 100,
    });
    expect(sumWork([...RUN, span("run/bash", 200, 205)]).at(-1)).toEqual({
      name: "bash",
      count: 2,
      totalMs: 25,
      longestMs: 20,
    });
  });

  test("folds stacks by the time that is their own", () => {
    expect(foldWork(RUN)).toBe("run;bash 20000\nrun;model 60000\nrun;read 30000\n");
    expect(foldWork([span("run", 0, 10), span("run/a", 2, 5)])).toBe("run 7000\nrun;a 3000\n");
    expect(foldWork([span("a;b c", 0, 1)])).toBe("a b c 1000\n");
    expect(foldWork([])).toBe("");
  });

  test("work one after the other adds up to what it lies in", () => {
    const parts = fc.array(fc.tuple(fc.nat(50), fc.nat(50)), { maxLength: 20 });
    fc.assert(
      fc.property(parts, (gaps) => {
        let at = 0;
        const inner = gaps.map(([pause, time]) => {
          const from = at + pause;
          at = from + time;
          return span("run/step", from, at);
        });
        const folded = foldWork([span("run", 0, at), ...inner]);
        const times = [...folded.matchAll(/ (\d+)$/gm)].map(([, time]) => Number(time));
        expect(times.reduce((sum, time) => sum + time, 0)).toBe(at * 1000);
      }),
    );
  });
});

describe("a flame graph", () => {
  test("has a box for each stack, as wide as its share", () => {
    const svg = drawFlameGraph(foldWork(RUN), "omp");
    expect(svg).toContain("<title>model: 60.0 ms</title>");
    expect(svg.match(/<rect /g)).toHaveLength(5);
    const widths = [...svg.matchAll(/width="([\d.]+)" height="17"/g)].map(([, width]) =>
      Number(width),
    );
    expect(widths).toContain(Number(((60 / 110) * 1200).toFixed(1)));
  });

  test("shows names as text", () => {
    const svg = drawFlameGraph("<script>alert(1)</script> 5000\n", "a & b");
    expect(svg).not.toContain("<script");
    expect(svg).toContain("&lt;script&gt;");
    expect(svg).toContain("a &amp; b");
  });

  test("of nothing is a picture too", () => {
    expect(drawFlameGraph("", "omp")).toStartWith("<svg ");
  });
});
