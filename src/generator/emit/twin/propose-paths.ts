import type { Field, Name, Namespace, Route, Type } from "../../../ir/api.js";
import { qualified, routeName } from "../../../ir/names.js";
import type { Lookup } from "../../../ir/walk.js";
import { errorPathsThroughFields } from "../../../values/error-paths.js";
import { findMismatch } from "../../../values/mismatch.js";
import { callableRoutes, routeStyle, type Context } from "../../facts/context.js";
import { structFields, isRequired } from "../../facts/members.js";
import { camelCase } from "../../facts/naming.js";
import type { ModelData } from "./model-data.js";
import { routeKey } from "./route-key.js";

/** A resource of a model whose keys are paths. */
interface ProposedPaths {
  readonly type: string;
  readonly lines: readonly string[];
}

/** Proposes the parts of a model for entities of a namespace that have paths, as lines of TypeScript, based on the names of routes. */
export function proposePaths(namespace: Namespace, data: ModelData, context: Context): readonly ProposedPaths[] {
  const entities = pathEntities(namespace, context.lookup);
  return entities.flatMap((entity) => {
    const operations = callableRoutes(namespace, context)
      .filter((route) => route.deprecated === undefined)
      .flatMap((route) => operationsOf(entity, namespace, route, data, context));
    const isMade = operations.some(({ kind }) => kind === "create");
    const type = qualified(entity.name);
    return isMade ? [{ type, lines: resourceLines(entity, operations, namespace, data, context) }] : [];
  });
}

function pathEntities(namespace: Namespace, lookup: Lookup): readonly PathEntity[] {
  return namespace.types.flatMap((type) => {
    const name = { namespace: namespace.name, name: type.name };
    const names = ["name", "path_display", "path_lower"];
    const fields = type.kind === "struct" ? lookup.allFields(name).map(({ field }) => field) : [];
    const isNamed = names.every((wanted) =>
      fields.some((field) => field.name === wanted && isText(field.type, lookup)),
    );
    if (type.kind !== "struct" || type.subtypes !== undefined || !isNamed) {
      return [];
    }
    const base = type.parent === undefined ? undefined : lookup.struct(type.parent);
    const tag = base?.subtypes?.tags.find((each) => qualified(each.type) === qualified(name))?.name;
    const listed = tag === undefined || type.parent === undefined ? name : type.parent;
    return [{ name, listed, tag, fields }];
  });
}

interface PathOperation {
  readonly kind: OperationKind;
  readonly code: string;
}

function operationsOf(
  entity: PathEntity,
  namespace: Namespace,
  route: Route,
  data: ModelData,
  context: Context,
): readonly PathOperation[] {
  const { lookup } = context;
  const arg = structFields(route.arg, lookup);
  const place = pathIn(arg, lookup);
  const kinds = place === undefined ? [] : kindsOf(entity, namespace, route, data, context);
  const errors = errorsOf(namespace, route, data, lookup);
  return kinds.map((kind) => ({ kind, code: operationCode(entity, kind, namespace, route, place, errors, lookup) }));
}

/** Returns the operations of a route on an entity, judging by the route's name and types. */
function kindsOf(
  entity: PathEntity,
  namespace: Namespace,
  route: Route,
  data: ModelData,
  context: Context,
): readonly OperationKind[] {
  const places = data.routes[routeKey(namespace, route)]?.places ?? [];
  const isItems = (path: (typeof places)[number]["path"]): boolean =>
    path.some((step) => typeof step === "object" && "items" in step);
  const has = (type: Name, inList: boolean): boolean =>
    places.some((place) => place.type === qualified(type) && isItems(place.path) === inList);
  const { name } = route;
  if (/(?:^|[/_])list_folder$/.test(name)) {
    return has(entity.listed, true) ? ["list"] : [];
  }
  if (/(?:^|[/_])delete(?:_batch)?$/.test(name)) {
    return has(entity.listed, false) || has(entity.listed, true) ? ["remove"] : [];
  }
  if (/(?:^|[/_])move$/.test(name)) {
    return has(entity.listed, false) ? ["update"] : [];
  }
  if (/(?:^|[/_])(?:get_metadata|download)$/.test(name)) {
    return has(entity.listed, false) || has(entity.name, false) ? ["get"] : [];
  }
  if (!has(entity.name, false)) {
    return [];
  }
  const isUpload = routeStyle(route, context) === "upload";
  return isUpload && /(?:^|[/_])(?:upload|finish)$/.test(name)
    ? ["create", "update"]
    : /(?:^|[/_])create_folder$/.test(name)
      ? ["create"]
      : [];
}

/** Returns the paths of a route's errors, and of the errors of items in its batch. */
function errorsOf(namespace: Namespace, route: Route, data: ModelData, lookup: Lookup): readonly string[] {
  const places = data.routes[routeKey(namespace, route)]?.places ?? [];
  const ofItems = places.flatMap(({ path }) =>
    path.flatMap((step) =>
      typeof step === "object" && "items" in step ? Object.keys(step.failure?.errors ?? {}) : [],
    ),
  );
  return [...errorPathsThroughFields(route.error, lookup).map(({ path }) => path), ...ofItems];
}

/** Returns the place of the path in an argument: a field, or a field of an inner struct or of the structs in a list. */
function pathIn(arg: readonly Field[], lookup: Lookup): PathPlace | undefined {
  const pathField = arg.find(({ name, type }) => (name === "path" || name === "from_path") && isText(type, lookup));
  if (pathField !== undefined) {
    const target = pathField.name === "path" ? "path" : arg.find(({ name }) => name === "to_path")?.name;
    return { by: pathField.name, target };
  }
  for (const { name, type } of arg) {
    const bare = lookup.bare(type);
    const isList = bare.kind === "list";
    const inner = structFields(isList ? bare.of : type, lookup);
    if (inner.some((field) => field.name === "path" && isText(field.type, lookup))) {
      return { by: `${name}.path`, target: isList ? undefined : `${name}.path` };
    }
  }
  return undefined;
}

function isText(type: Type, lookup: Lookup): boolean {
  return lookup.bare(type).kind === "string";
}

function resourceLines(
  { name }: PathEntity,
  operations: readonly PathOperation[],
  namespace: Namespace,
  data: ModelData,
  context: Context,
): readonly string[] {
  const hasContent = callableRoutes(namespace, context).some(
    (route) =>
      routeStyle(route, context) === "upload" &&
      data.routes[routeKey(namespace, route)]?.places.some((place) => place.type === qualified(name)) === true,
  );
  const kinds = ["create", "get", "update", "list", "remove"] as const;
  const lines = kinds.flatMap((kind) => {
    const all = operations.filter((operation) => operation.kind === kind).map(({ code }) => code);
    const [only] = all;
    return all.length > 1
      ? [`    ${kind}: [`, ...all.map((code) => `      ${code.replaceAll("\n", "\n      ")},`), "    ],"]
      : only === undefined
        ? []
        : [`    ${kind}: ${only.replaceAll("\n", "\n    ")},`];
  });
  return [
    `  ${camelCase(name.name.replace(/(?<=.)Metadata$/, ""))}: {`,
    `    type: ${JSON.stringify(qualified(name))},`,
    '    key: "path_lower",',
    "    normalize: (path) => path.toLowerCase(),",
    ...(hasContent ? ["    content: true,"] : []),
    ...lines,
    "  },",
  ];
}

/** A type whose entities are identified by a path, such as files. */
interface PathEntity {
  readonly name: Name;
  /** The type of list items: the parent if this type is one of its enumerated subtypes, otherwise this type. */
  readonly listed: Name;
  /** The tag of this type in list items; undefined if they are all of this type. */
  readonly tag: string | undefined;
  readonly fields: readonly Field[];
}

/** Where an argument contains the path of an entity. */
interface PathPlace {
  /** The field that contains the current path. */
  readonly by: string;
  /** The field that contains the path after the call, such as `to_path` or `commit.path`; undefined for lists of paths. */
  readonly target: string | undefined;
}

type OperationKind = "create" | "get" | "update" | "list" | "remove";

/** Returns the code of an operation of a proposed model. `errors` are the error paths of the route. */
function operationCode(
  entity: PathEntity,
  kind: OperationKind,
  namespace: Namespace,
  route: Route,
  place: PathPlace | undefined,
  errors: readonly string[],
  lookup: Lookup,
): string {
  const label = JSON.stringify(routeName(namespace.name, route));
  if (kind === "list") {
    const isDeep = structFields(route.arg, lookup).some(({ name }) => name === "recursive");
    const filter = `filter: ({ path_lower = "" }, { path${isDeep ? ", recursive" : ""} }) => isBelow(path_lower, path, ${isDeep ? "recursive" : "false"})`;
    return object(`route: ${label}`, filter, 'order: "path_lower"', removedCode(entity, lookup));
  }
  const isUpload = /(?:upload|finish)$/.test(route.name); // uploads replace existing content
  const isMove = place?.by === "from_path";
  const missing = errors.find((path) => /(?:^|\/)not_found$/.test(path));
  const conflicts = errors.filter((path) => (isMove ? /^to\/conflict\// : /(?:^|\/)conflict\//).test(path));
  const exists = conflicts.find((path) => path.endsWith(`/${entity.tag ?? ""}`)) ?? conflicts[0];
  const isNamed = kind === "create" || isMove;
  return object(
    `route: ${label}`,
    `by: ${JSON.stringify(place?.by)}`,
    kind === "create" || missing === undefined || isUpload ? undefined : `missing: ${JSON.stringify(missing)}`,
    !isNamed || exists === undefined || isUpload ? undefined : `exists: ${JSON.stringify(exists)}`,
    deriveCode(entity, kind, isUpload, isNamed ? place?.target : undefined, lookup),
    isFolder(entity) && (isMove || kind === "remove")
      ? "effect: ({ before, now, state }) => withContents(before, now, Object.values(state))"
      : undefined,
  );
}

function isFolder({ name }: PathEntity): boolean {
  return /folder|directory/i.test(name.name);
}

/** Returns the code of an object literal, on one line if it is short enough. */
function object(...members: readonly (string | undefined)[]): string {
  const all = members.filter((member) => member !== undefined);
  const flat = `{ ${all.join(", ")} }`;
  return flat.length <= 100 ? flat : ["{", ...all.map((member) => `  ${member},`), "}"].join("\n");
}

/** Returns the code of `derive`, which computes fields that the argument does not contain: names, ids and revisions. */
function deriveCode(
  { fields }: PathEntity,
  kind: OperationKind,
  isUpload: boolean,
  target: string | undefined,
  lookup: Lookup,
): string | undefined {
  // The Twin's clock advances with each call, so no two entities have the same time.
  const sample = Date.parse("2020-01-01T00:00:00Z");
  const unique = [
    { name: "id", isWanted: kind === "create", value: `id:${sample}`, code: "id: `id:${now.getTime()}`" },
    { name: "rev", isWanted: isUpload, value: sample.toString(16), code: "rev: now.getTime().toString(16)" },
  ].flatMap(({ name, isWanted, value, code }) => {
    const field = isWanted ? fields.find((each) => each.name === name) : undefined;
    return field !== undefined && findMismatch(value, field.type, lookup, true) === undefined ? [code] : [];
  });
  const [field = "__"] = target?.split(".") ?? [];
  const parameters = `_, ${target === undefined ? field : `{ ${field} }`}${unique.length === 0 ? "" : ", now"}`;
  const named = target === undefined ? [] : [`named(${target})`];
  if (unique.length === 0) {
    return named[0] === undefined ? undefined : `derive: (${parameters}) => ${named[0]}`;
  }
  return `derive: (${parameters}) => ({ ${[...named.map((call) => `...${call}`), ...unique].join(", ")} })`;
}

/**
 * Returns the code of `removed`, which creates the list item that reports a deletion. It uses a subtype named like `deleted`
 * whose required fields all exist in the entity.
 */
function removedCode({ listed, fields }: PathEntity, lookup: Lookup): string | undefined {
  const tags = lookup.struct(listed).subtypes?.tags ?? [];
  const deletedTag = tags.find(({ name, type }) => {
    const needed = lookup.allFields(type).filter(({ field }) => isRequired(field, lookup));
    return /deleted|removed/.test(name) && needed.every(({ field }) => fields.some((own) => own.name === field.name));
  });
  return deletedTag === undefined
    ? undefined
    : `removed: ({ name, path_display, path_lower }) => ({ ".tag": ${JSON.stringify(deletedTag.name)}, name, path_display, path_lower })`;
}

/** The functions that the code of {@link operationCode} calls. */
export const pathFunctions = `
function named(path: string) {
  return { name: path.slice(path.lastIndexOf("/") + 1), path_display: path, path_lower: path.toLowerCase() };
}

/** Whether a path is directly in a folder or, with "anyDepth", anywhere below it. */
function isBelow(path: string, folder: string, anyDepth: boolean): boolean {
  const start = \`\${folder.toLowerCase()}/\`;
  return path.startsWith(start) && (anyDepth || !path.includes("/", start.length));
}

interface Entry {
  readonly path_lower?: string | undefined;
  readonly path_display?: string | undefined;
}

/** What is in a folder moves with it, and is removed with it. */
function withContents(before: Entry | undefined, now: Entry | undefined, all: readonly Entities<any>[]): void {
  const { path_lower: from = "", path_display: start = "" } = before ?? {};
  for (const entries of from === "" ? [] : all) {
    for (const entry of (entries.all() as Entry[]).filter(({ path_lower = "" }) => isBelow(path_lower, from, true))) {
      const { path_lower = "", path_display = "" } = entry;
      if (now === undefined) {
        entries.delete(path_lower);
      } else {
        entries.replace(path_lower, { ...entry, ...named(now.path_display + path_display.slice(start.length)) });
      }
    }
  }
}
`;
