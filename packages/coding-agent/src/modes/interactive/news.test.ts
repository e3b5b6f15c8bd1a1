// News since a version are the parts of the changelog above it.
import { expect, test } from "bun:test";
import { newsSince } from "./news.ts";

const CHANGELOG =
  "# Changelog\n\n## 1.2.0\n\n- new\n\n## 1.1.0\n\n- older\n\n## 1.0.0\n\n- first\n";

test.each([
  ["1.2.0", ""],
  ["1.1.0", "## 1.2.0\n\n- new"],
  ["1.0.0", "## 1.2.0\n\n- new\n\n## 1.1.0\n\n- older"],
  ["0.9.0", ""],
])("since %s", (version, news) => expect(newsSince(CHANGELOG, version)).toBe(news));
