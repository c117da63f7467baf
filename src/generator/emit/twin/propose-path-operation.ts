import type { Field, Name, Namespace, Route } from "../../../ir/api.js";
import { routeName } from "../../../ir/names.js";
import type { Lookup } from "../../../ir/walk.js";
import { findMismatch } from "../../../values/mismatch.js";
import { isRequired, structFields } from "../../facts/members.js";

/** A type whose entities are identified by a path, such as files. */
export interface PathEntity {
  readonly name: Name;
  /** The type of list items: the parent if this type is one of its enumerated subtypes, otherwise this type. */
  readonly listed: Name;
  /** The tag of this type in list items; undefined if they are all of this type. */
  readonly tag: string | undefined;
  readonly fields: readonly Field[];
}

/** Where an argument contains the path of an entity. */
export interface PathPlace {
  /** The field that contains the current path. */
  readonly by: string;
  /** The field that contains the path after the call, such as `to_path` or `commit.path`; undefined for lists of paths. */
  readonly target: string | undefined;
}

export type OperationKind = "create" | "get" | "update" | "list" | "remove";

/** Returns the code of an operation of a proposed model. `errors` are the error paths of the route. */
export function operationCode(
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
  const gone = tags.find(({ name, type }) => {
    const needed = lookup.allFields(type).filter(({ field }) => isRequired(field, lookup));
    return /deleted|removed/.test(name) && needed.every(({ field }) => fields.some((own) => own.name === field.name));
  });
  return gone === undefined
    ? undefined
    : `removed: ({ name, path_display, path_lower }) => ({ ".tag": ${JSON.stringify(gone.name)}, name, path_display, path_lower })`;
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
