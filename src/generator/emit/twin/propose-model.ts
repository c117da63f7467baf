import type { Field, Namespace, Route, Type } from "../../../ir/api.js";
import { routeName } from "../../../ir/names.js";
import type { Lookup } from "../../../ir/walk.js";
import { callableRoutes, type Context } from "../../facts/context.js";
import { findPoll, isPoll } from "../../facts/jobs.js";
import { isRequired, structFields } from "../../facts/members.js";
import { camelCase } from "../../facts/naming.js";
import { modelData, type ModelData } from "./model-data.js";
import { pathFunctions, proposePaths } from "./propose-paths.js";
import { routeKey } from "./route-key.js";

/** An operation of a model that a route may implement, and the evidence for it. */
interface Guess {
  readonly kind: "create" | "get" | "update" | "list" | "remove";
  readonly route: string;
  /** The field of the argument that contains the key; undefined if it has the name of the entity's key field. */
  readonly by: string | undefined;
  readonly reason: string;
  /** Whether the key has the same alias, and the result contains the entity. */
  readonly isStrong: boolean;
}

/**
 * Proposes a model of the state as TypeScript, based on names and types, for people to correct (TWIN-21). Lines without
 * strong evidence are commented out. Evidence is strong if the argument has a field with the key's alias and the result
 * contains the entity, or if the name of the route says what it does.
 */
export function proposeModel(context: Context): string {
  const data = modelData(context);
  const { namespaces } = context.api;
  const withPaths = namespaces.flatMap((namespace) => proposePaths(namespace, data, context));
  const typesWithPaths = new Set(withPaths.map(({ type }) => type));
  const others = namespaces.flatMap((namespace) => proposeResources(namespace, typesWithPaths, data, context));
  const resources = [...withPaths.map(({ lines }) => lines), ...others];
  return [
    `import { defineModel${withPaths.length > 0 ? ", type Entities" : ""} } from ${JSON.stringify(`${context.options.name}/testing`)};`,
    "",
    "// Proposed by Ashlar from names and types. Check each line: types do not say what a route does.",
    "export const model = defineModel({",
    ...resources.flat(),
    "});",
    withPaths.length > 0 ? pathFunctions : "",
  ].join("\n");
}

function proposeResources(
  namespace: Namespace,
  known: ReadonlySet<string>,
  data: ModelData,
  context: Context,
): readonly (readonly string[])[] {
  const { lookup } = context;
  return namespace.types.flatMap((type) => {
    const name = `${namespace.name}.${type.name}`;
    if (type.kind !== "struct" || known.has(name) || !isListed(name, namespace, data)) {
      return [];
    }
    const fields = lookup.allFields({ namespace: namespace.name, name: type.name }).map(({ field }) => field);
    const keys = fields.filter((field) => isRequired(field, lookup) && isText(field.type, lookup));
    const best = keys
      .map((key) => ({ key, guesses: guessOperations(name, key, namespace, data, context) }))
      .sort((a, b) => score(b.guesses) - score(a.guesses))[0];
    return best === undefined || score(best.guesses) === 0
      ? []
      : [resourceLines(type.name, name, best.key, best.guesses)];
  });
}

/** Whether a route of the namespace returns a list of a type. */
function isListed(type: string, namespace: Namespace, data: ModelData): boolean {
  return namespace.routes.some((route) =>
    data.routes[routeKey(namespace, route)]?.places.some(
      (place) => place.type === type && place.path.some((step) => typeof step === "object" && "items" in step),
    ),
  );
}

function guessOperations(
  type: string,
  key: Field,
  namespace: Namespace,
  data: ModelData,
  context: Context,
): readonly Guess[] {
  // What a job does is seen from its polls.
  const routes = callableRoutes(namespace, context).filter(
    (route) => findPoll(route, namespace, context) === undefined && !isPoll(route, context),
  );
  return routes.flatMap((route) => {
    const guess = guessOperation(type, key, namespace, route, data, context.lookup);
    return guess === undefined ? [] : [guess];
  });
}

function guessOperation(
  type: string,
  key: Field,
  namespace: Namespace,
  route: Route,
  data: ModelData,
  lookup: Lookup,
): Guess | undefined {
  const places = (data.routes[routeKey(namespace, route)]?.places ?? []).filter((place) => place.type === type);
  const isList = places.some(({ path }) => path.some((step) => typeof step === "object" && "items" in step));
  const arg = structFields(route.arg, lookup);
  const given =
    arg.find((field) => field.name === key.name) ?? arg.find((field) => isListOf(field.type, key.type, lookup));
  const isSameAlias = given !== undefined && keyAlias(given.type, lookup) === aliasOf(key.type);
  const name = routeName(namespace.name, route);
  const has = places.length > 0 ? `the result has ${type}` : `the result does not have ${type}`;
  const by = given === undefined ? "" : `, ${given.name} has the same ${isSameAlias ? "alias" : "name"}`;
  const field = given === undefined || given.name === key.name ? undefined : given.name;
  const guess = (kind: Guess["kind"], isStrong: boolean): Guess => ({
    kind,
    route: name,
    by: field,
    reason: has + by,
    isStrong,
  });
  if (given === undefined) {
    if (isList) {
      const isPage = arg.some(({ name: field }) => field === "cursor");
      return isPage ? undefined : guess("list", /(?:^|[/_])list/.test(route.name));
    }
    return places.length > 0 && /(?:^|[/_])(?:create|add|upload)/.test(route.name) ? guess("create", true) : undefined;
  }
  if (/(?:^|[/_])(?:delete|remove|archive)/.test(route.name)) {
    return guess("remove", isSameAlias && places.length > 0);
  }
  if (places.length === 0) {
    return undefined;
  }
  const isOnlyKey = arg.every((field) => field === given || !isRequired(field, lookup));
  const isRead = /(?:^|[/_])get/.test(route.name) || (isOnlyKey && arg.length === 1);
  return guess(isRead ? "get" : "update", isSameAlias);
}

function isListOf(type: Type, item: Type, lookup: Lookup): boolean {
  const bare = lookup.withoutAliases(type);
  return bare.kind === "list" && aliasOf(bare.of) !== undefined && aliasOf(bare.of) === aliasOf(item);
}

/** Returns the alias of a key, or of the keys in a list. */
function keyAlias(type: Type, lookup: Lookup): string {
  const bare = lookup.withoutAliases(type);
  return (bare.kind === "list" ? aliasOf(bare.of) : aliasOf(type)) ?? "none";
}

function aliasOf(type: Type): string | undefined {
  return type.kind === "ref" ? `${type.namespace}.${type.name}` : undefined;
}

function isText(type: Type, lookup: Lookup): boolean {
  return lookup.withoutAliases(type).kind === "string";
}

/** Returns the amount of evidence for a key. Only operations that accept the key count. */
function score(guesses: readonly Guess[]): number {
  return guesses
    .filter(({ reason }) => reason.includes(", "))
    .reduce((sum, { isStrong }) => sum + (isStrong ? 2 : 1), 0);
}

function resourceLines(name: string, type: string, key: Field, guesses: readonly Guess[]): readonly string[] {
  const kinds = [...new Set(guesses.map(({ kind }) => kind))];
  const operations = kinds.flatMap((kind) => {
    const all = guesses.filter((guess) => guess.kind === kind);
    // One operation of each kind is active. Further ones are left for people to choose.
    const chosen = all.find(({ isStrong }) => isStrong);
    return all.flatMap((guess) => {
      const by = guess.by === undefined ? "" : `, by: ${JSON.stringify(guess.by)}`;
      const isInForce = guess === chosen;
      return [
        `    // ${guess.route}: ${guess.reason}`,
        `    ${isInForce ? "" : "// "}${kind}: { route: ${JSON.stringify(guess.route)}${by} },`,
      ];
    });
  });
  return [
    `  ${camelCase(name)}: {`,
    `    type: ${JSON.stringify(type)},`,
    `    key: ${JSON.stringify(key.name)},`,
    ...operations,
    "  },",
  ];
}
