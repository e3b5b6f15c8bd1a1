// Says what is wrong with a provider description. For generators, tests and descriptions from
// outside; shipped ones are not checked again at run time.
import { anyCompat } from "./config/compat-rules.ts";
import {
  flag,
  formatPath,
  listOf,
  nonEmptyListOf,
  object,
  oneOf,
  positiveInteger,
  recordOf,
  text,
  url,
  type Problem,
  type Rule,
} from "./config/rules.ts";

const variables = listOf(text);
const urlVar = object({ env: nonEmptyListOf(text), default: text }, ["env"]);

const name: Rule = (value, path, found) => {
  if (typeof value === "string" && /^[a-z0-9][a-z0-9.-]*$/.test(value)) return;
  found.push({ path, problem: "bad id", allowed: "lower-case letters, digits, dots and dashes" });
};

const provider = object(
  {
    id: name,
    name: text,
    order: positiveInteger,
    api: text,
    baseUrl: url,
    routes: recordOf(url),
    urlVars: recordOf(urlVar),
    baseUrlEnv: variables,
    modes: listOf(
      object({ switch: text, env: variables, baseUrlEnv: variables }, [
        "switch",
        "env",
        "baseUrlEnv",
      ]),
    ),
    env: variables,
    ambient: listOf(nonEmptyListOf(text)),
    auth: nonEmptyListOf(oneOf(["apiKey", "oauth", "none"])),
    defaultModel: text,
    docs: url,
    discovery: oneOf(["ollama", "llama.cpp", "lm-studio", "openai-models"]),
    official: flag,
    headers: recordOf(text),
    compat: anyCompat,
  },
  ["id", "name", "order", "api", "baseUrl", "env", "auth", "docs"],
);

/** Everything that is wrong with a provider description, one line each; empty when it is sound. */
export function checkProvider(value: unknown): string[] {
  const found: Problem[] = [];
  provider(value, [], found);
  return found.map(({ path, problem, allowed }) => {
    const place = formatPath(path);
    return `${place === "" ? "" : `${place}: `}${problem} (${allowed})`;
  });
}
