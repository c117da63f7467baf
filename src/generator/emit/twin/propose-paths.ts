import type { Field, Name, Namespace, Route, Type } from "../../../ir/api.js";
import { qualified } from "../../../ir/names.js";
import type { Lookup } from "../../../ir/walk.js";
import { errorPathsThroughFields } from "../../../values/error-paths.js";
import { callableRoutes, routeStyle, type Context } from "../../facts/context.js";
import { structFields } from "../../facts/members.js";
import { camelCase } from "../../facts/naming.js";
import type { ModelData } from "./model-data.js";
import { operationCode, type OperationKind, type PathEntity, type PathPlace } from "./propose-path-operation.js";
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
  const own = arg.find(({ name, type }) => (name === "path" || name === "from_path") && isText(type, lookup));
  if (own !== undefined) {
    const target = own.name === "path" ? "path" : arg.find(({ name }) => name === "to_path")?.name;
    return { by: own.name, target };
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
