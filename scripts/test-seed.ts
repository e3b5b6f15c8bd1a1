// Loaded before every test file: with CI=true property tests take the same path in every run, so that a red
// run means a change; anywhere else each run explores anew.
import fc from "fast-check";

if (process.env["CI"] === "true") fc.configureGlobal({ seed: 20_261_116 });
