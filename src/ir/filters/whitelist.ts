import type { Api } from "../api.js";
import { unknownName, type Problems } from "./problems.js";
import { isObject } from "../is-object.js";

/** The parts of an API to keep, in Stone's format (CLI-20). */
export interface RouteWhitelist {
  /** Namespace to the names of its routes, `list` or `list:2`; `["*"]` for all of them. */
  readonly route_whitelist: Readonly<Record<string, readonly string[]>>;
  /** Namespace to the names of its structs and unions. */
  readonly datatype_whitelist: Readonly<Record<string, readonly string[]>>;
}

const members = ["route_whitelist", "datatype_whitelist"] as const;

/** Checks the structure of a whitelist that was read from JSON. Does not check whether the names exist. */
export function readWhitelist(json: unknown): RouteWhitelist | Problems {
  if (!isObject(json)) {
    return { problems: ["It must be an object."] };
  }
  const problems = [
    ...members.filter((member) => !Object.hasOwn(json, member)).map((member) => `The member '${member}' is missing.`),
    ...Object.keys(json)
      .filter((member) => !members.some((known) => known === member))
      .map((member) => `Unknown member '${member}'. The members are ${members.join(" and ")}.`),
    ...members.filter((member) => Object.hasOwn(json, member)).flatMap((member) => listProblems(member, json[member])),
  ];
  return problems.length > 0 ? { problems } : (json as unknown as RouteWhitelist);
}

function listProblems(member: string, lists: unknown): string[] {
  if (!isObject(lists)) {
    return [`'${member}' must be an object of namespaces.`];
  }
  return Object.entries(lists).flatMap(([namespace, names]) => {
    if (!Array.isArray(names) || !names.every((name) => typeof name === "string")) {
      return [`'${member}' must have a list of names for '${namespace}'.`];
    }
    return member === "route_whitelist" && names.length > 1 && names.includes("*")
      ? [`'*' selects all routes of '${namespace}' and must be the only item.`]
      : [];
  });
}

/** Returns a message for each name in a whitelist that the API does not contain. */
export function unknownNames(whitelist: RouteWhitelist, api: Api): string[] {
  const namespaces = new Map(api.namespaces.map((namespace) => [namespace.name, namespace]));
  const unknownIn = (member: (typeof members)[number], kind: string): string[] =>
    Object.entries(whitelist[member]).flatMap(([name, listed]) => {
      const namespace = namespaces.get(name);
      if (namespace === undefined) {
        return [unknownName("namespace", name, namespaces.keys())];
      }
      const routeIds = new Set(
        member === "route_whitelist"
          ? ["*", ...namespace.routes.map((route) => routeId(route))]
          : namespace.types.map((type) => type.name),
      );
      return listed
        .filter((item) => !routeIds.has(member === "route_whitelist" ? canonicalRoute(item) : item))
        .map((item) => unknownName(`${kind} of '${name}'`, item, routeIds));
    });
  return [...unknownIn("route_whitelist", "route"), ...unknownIn("datatype_whitelist", "struct or union")];
}

/** Returns the name of a route in a whitelist: `list`, or `list:2` for a version other than 1. */
export function routeId({ name, version }: { readonly name: string; readonly version: number }): string {
  return version === 1 ? name : `${name}:${version}`;
}

/** Returns the canonical name of a route: `name` for `name:1`. */
export function canonicalRoute(written: string): string {
  const [, name = written, version = "1"] = /^([^:]*):([0-9]+)$/.exec(written) ?? [];
  return routeId({ name, version: Number(version) });
}
