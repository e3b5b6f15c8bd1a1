// A server whose script did not fit fails its test at dispose, without hiding the body's own failure.
import { expect, test } from "bun:test";
import { bunTest } from "./bun-test.ts";

test("dispose fails the test and shows every reason", async () => {
  const { output, exitCode } = await bunTest("unfit-script.fixture.ts");
  expect(exitCode).not.toBe(0);
  expect(output).toMatch(/1 of 1 scripted replies unused[^]*\(fail\) unused reply \[/);
  expect(output).toMatch(/no reply is scripted for it[^]*\(fail\) unscripted request \[/);
  const both = output.slice(output.indexOf("(fail) unscripted request"));
  expect(both).toContain("the body's own failure");
  expect(both).toContain("1 of 1 scripted replies unused");
  expect(output).toContain("(pass) script and requests agree");
  expect(output).toContain(" 1 pass\n 3 fail");
});
