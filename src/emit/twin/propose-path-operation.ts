import type { Field, Name, Namespace, Route } from "../../ir/api.js";
import { routeName } from "../../ir/names.js";
import type { Lookup } from "../../ir/walk.js";
import { findMismatch } from "../../values/mismatch.js";
import { isRequired, structFields } from "../../facts/members.js";

/** A type of entities whose key is a path, such as the files of a service. */
export interface PathEntity {
  readonly name: Name;
  /** The struct with subtypes whose values are in lists; the type itself if it is not a subtype. */
  readonly listed: Name;
  /** The tag of this type in lists; undefined if it is not a subtype. */
  readonly tag: string | undefined;
  readonly fields: readonly Field[];
}

/** The places of an entity's path in an argument: of the current path and of the new one. */
export interface PathPlace {
  readonly by: string;
  /** The field with the new path, or a field in a struct: `to_path`, `commit.path`. Undefined for a list. */
  readonly target: string | undefined;
}

export type Kind = "create" | "get" | "update" | "list" | "remove";

/** The code of an operation. */
export function operationCode(
  entity: PathEntity,
  kind: Kind,
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

/** An object literal as a member of a resource. It is on one line if it is short enough. */
function object(...members: readonly (string | undefined)[]): string {
  const all = members.filter((member) => member !== undefined);
  const flat = `{ ${all.join(", ")} }`;
  return flat.length <= 100 ? flat : ["{", ...all.map((member) => `  ${member},`), "}"].join("\n");
}

/** The fields that are not those of the argument: names, what new entities have of their own, and revisions of content. */
function deriveCode(
  { fields }: PathEntity,
  kind: Kind,
  isUpload: boolean,
  target: string | undefined,
  lookup: Lookup,
): string | undefined {
  // The clock of the Twin advances with each call, so that its time is in no other entity.
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

/** The entry for a removed entity in the changes of a list: a subtype whose required fields the entity has. */
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

/** The functions that these parts of a model use. */
export const pathFunctions = `
function named(path: string) {
  return { name: path.slice(path.lastIndexOf("/") + 1), path_display: path, path_lower: path.toLowerCase() };
}

/** Whether something is in a folder, directly or at any depth. */
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
