// Which model plays which part. A role's value is a selector or another role (`pi/slow`); what is
// left open follows a list of good candidates or the default model.
import type { Model, ThinkingLevel } from "../model.ts";
import { ownProperty } from "../own-property.ts";
import { matchModels } from "./match.ts";
import { findExact, resolveModel, type ModelSpace, type Resolution } from "./resolve.ts";
import { ROLE_PRIORITIES } from "./role-priorities.ts";
import { splitThinking } from "./selector.ts";

/** The parts that a model can be given. */
export const MODEL_ROLES = [
  "default",
  "smol",
  "slow",
  "vision",
  "plan",
  "designer",
  "commit",
  "task",
] as const;
export type ModelRole = (typeof MODEL_ROLES)[number];

/** Role to selector, as in the setting `modelRoles`; users may add roles of their own. */
export type RoleSettings = Readonly<Record<string, string>>;

/** What a role is resolved against. */
export interface RoleSpace extends ModelSpace {
  roles: RoleSettings;
  /** The model in use, which a role follows when nothing else says more. */
  current?: Model;
}

const ALIAS = /^pi\/([a-z][\w-]*)$/i;

/** The role that `pi/<role>[:level]` names; null for anything else. */
export function parseRoleAlias(
  text: string,
): { role: string; thinkingLevel?: ThinkingLevel } | null {
  const { name, thinkingLevel } = splitThinking(text.trim());
  const role = ALIAS.exec(name)?.[1]?.toLowerCase();
  if (role === undefined) return null;
  return thinkingLevel === undefined ? { role } : { role, thinkingLevel };
}

interface Followed {
  role: string;
  /** The selector at the end of the chain; undefined when the last role is not set. */
  value?: string;
  thinkingLevel?: ThinkingLevel;
  loop?: readonly string[];
}

/** Follows role to role. The level nearest to the role that was asked for wins. */
function follow(role: string, roles: RoleSettings): Followed {
  const chain = [role];
  let thinkingLevel: ThinkingLevel | undefined;
  for (;;) {
    const here = chain.at(-1) ?? role;
    const value = ownProperty(roles, here)?.trim();
    const level = thinkingLevel === undefined ? {} : { thinkingLevel };
    if (!value) return { role: here, ...level };
    const alias = parseRoleAlias(value);
    if (alias === null) return { role: here, value, ...level };
    thinkingLevel ??= alias.thinkingLevel;
    if (chain.includes(alias.role)) return { role: here, loop: [...chain, alias.role] };
    chain.push(alias.role);
  }
}

function withLevel(resolution: Resolution, thinkingLevel: ThinkingLevel | undefined): Resolution {
  if (!resolution.ok || thinkingLevel === undefined) return resolution;
  return { ...resolution, thinkingLevel };
}

/** The first candidate that can be had, preferring the provider that is already in use. */
function fromPriorities(names: readonly string[], space: RoleSpace): Model | undefined {
  const available = space.models.filter(space.isAvailable ?? (() => true));
  const own = available.filter((model) => model.provider === space.current?.provider);
  for (const models of own.length > 0 ? [own, available] : [available]) {
    const members = new Set(models);
    const within = { ...space, models, isAvailable: (model: Model) => members.has(model) };
    for (const name of names) {
      const exact = findExact(name, within)?.model;
      const found = exact && members.has(exact) ? exact : matchModels(name, models, space)[0];
      if (found) return found;
    }
  }
  return undefined;
}

function resolveUnset(role: string, space: RoleSpace): Resolution {
  const names = ownProperty(ROLE_PRIORITIES, role);
  const model = names && fromPriorities(names, space);
  if (model) return { ok: true, model, by: "match" };
  if (role !== "default" && ownProperty(space.roles, "default"))
    return resolveRole("default", space);
  if (space.current) return { ok: true, model: space.current, by: "selector" };
  return { ok: false, problem: `no model is set for the role "${role}"`, suggestions: [] };
}

/** The model that plays `role`. */
export function resolveRole(role: string, space: RoleSpace): Resolution {
  const isKnown = (MODEL_ROLES as readonly string[]).includes(role);
  if (!isKnown && ownProperty(space.roles, role) === undefined) {
    const known = [...new Set([...MODEL_ROLES, ...Object.keys(space.roles)])];
    return { ok: false, problem: `"${role}" is no role (${known.join(", ")})`, suggestions: [] };
  }
  const { value, thinkingLevel, loop, role: last } = follow(role, space.roles);
  if (loop) {
    const problem = `the roles point at each other: ${loop.join(" -> ")}`;
    return { ok: false, problem, suggestions: [] };
  }
  const found = value === undefined ? resolveUnset(last, space) : resolveModel(value, space);
  return withLevel(found, thinkingLevel);
}

/** Resolves a model name that may also be a role alias such as `pi/smol:low`. */
export function resolveModelOrRole(text: string, space: RoleSpace): Resolution {
  const alias = parseRoleAlias(text);
  if (alias === null) return resolveModel(text, space);
  return withLevel(resolveRole(alias.role, space), alias.thinkingLevel);
}
