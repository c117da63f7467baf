import { schemaNamespace } from "../../ir/names.js";
import { canonicalName } from "../../compiler/semantics/declarations.js";
import { isBuiltinAnnotation } from "../../compiler/semantics/builtin-annotations.js";
import { isBuiltinType } from "../../compiler/semantics/builtin-types.js";
import { keywords } from "../../syntax/tokens.js";
import type { TextEdit } from "./edits.js";
import type { DeclaredType } from "../symbols/names.js";
import { occurrenceAt, toFileRange, type FileRange } from "./places.js";
import type { Snapshot } from "./project.js";
import { findOccurrences } from "./navigation.js";
import { targetName, type Target } from "../symbols/target.js";
import { allFields } from "../symbols/type-lookup.js";

/** A name that can be renamed. */
export interface Renameable {
  readonly range: FileRange;
  readonly name: string;
}

export interface Rename {
  readonly edits: readonly TextEdit[];
  /**
   * Describes the name if it is part of messages or URLs, so that renaming it breaks clients (EVO-7); otherwise
   * undefined.
   */
  readonly wire: string | undefined;
  /** The files to rename because they are named after the renamed namespace. */
  readonly files: readonly { readonly from: string; readonly to: string }[];
}

/**
 * Returns the name at an offset, if it can be renamed; otherwise the reason why not, or undefined if there is no name
 * (LSP-40).
 */
export function prepareRename(snapshot: Snapshot, path: string, offset: number): Renameable | string | undefined {
  const occurrence = occurrenceAt(snapshot, path, offset);
  const target = occurrence?.resolve();
  if (occurrence === undefined || target === undefined) {
    return undefined;
  }
  const problem =
    unchangeable(target) ??
    (occurrence.role === "attribute"
      ? "An attribute is renamed where it is declared, in the namespace 'stone_cfg'."
      : undefined);
  return problem ?? { range: toFileRange(occurrence.span), name: occurrence.text };
}

function unchangeable(target: Target): string | undefined {
  switch (target.kind) {
    case "builtin type":
    case "builtin annotation":
    case "builtin parameter":
      return `'${target.name}' is built in and cannot be renamed.`;
    case "catch-all":
      return "The tag 'other' cannot be renamed.";
    case "namespace":
      return target.name === schemaNamespace ? "The namespace 'stone_cfg' cannot be renamed." : undefined;
    case "definition":
      return target.namespace === schemaNamespace && target.node.name.text === "Route"
        ? "The struct 'Route' in the namespace 'stone_cfg' cannot be renamed."
        : undefined;
    default:
      return undefined;
  }
}

/**
 * Returns the edits that rename the target at an offset in all files, or the reason why the new name is invalid (LSP-40
 * to LSP-42).
 */
export function rename(snapshot: Snapshot, path: string, offset: number, newName: string): Rename | string {
  const prepared = prepareRename(snapshot, path, offset);
  const target = occurrenceAt(snapshot, path, offset)?.resolve();
  if (prepared === undefined || target === undefined) {
    return "There is nothing here that can be renamed.";
  }
  if (typeof prepared === "string") {
    return prepared;
  }
  const clash = wordProblem(newName, target) ?? findClash(target, newName, snapshot);
  if (clash !== undefined) {
    return clash;
  }
  return {
    edits: editsFor(target, newName, snapshot),
    wire: wireName(target, snapshot),
    files: target.kind === "namespace" ? filesNamedFor(target.name, newName, snapshot) : [],
  };
}

/** Returns the reason why a word is not a valid name for a kind of target. */
function wordProblem(name: string, target: Target): string | undefined {
  const identifier = "[A-Za-z_][A-Za-z0-9_-]*";
  const pattern = target.kind === "route" ? `^${identifier}(?:/[A-Za-z0-9_/-]*)?$` : `^${identifier}$`;
  if (!new RegExp(pattern).test(name)) {
    return `'${name}' is not a name: names consist of letters, digits, '_' and '-', and do not begin with a digit.`;
  }
  const [word = ""] = name.split("/");
  if (keywords.has(word) || ["true", "false", "null"].includes(word)) {
    return `'${word}' is a reserved word.`;
  }
  // LEX-16: a literal word ends at a hyphen.
  return /^(?:true|false|null)-/.test(word) ? `A name cannot begin with '${word}'.` : undefined;
}

/** Returns a message if a new name conflicts with another (NAME-3 to NAME-5, STRUCT-4, UNION-7, SUB-5). */
function findClash(target: Target, newName: string, snapshot: Snapshot): string | undefined {
  if (targetName(target) === newName) {
    return undefined;
  }
  switch (target.kind) {
    case "definition":
    case "route":
      return clashInNamespace(target, newName, snapshot);
    case "field":
    case "subtype":
      return clashInType(target, newName, snapshot);
    case "label":
      return target.owner.node.examples.some(({ label }) => label.text === newName)
        ? `'${target.owner.node.name.text}' has an example '${newName}' already.`
        : undefined;
    case "parameter":
      return target.owner.node.params.some(({ name }) => name.text === newName)
        ? `'${target.owner.node.name.text}' has a parameter '${newName}' already.`
        : undefined;
    case "namespace":
      return clashOfNamespace(target.name, newName, snapshot);
    default:
      return undefined;
  }
}

function clashInNamespace(
  target: Extract<Target, { kind: "definition" | "route" }>,
  newName: string,
  { names }: Snapshot,
): string | undefined {
  const { namespace, node } = target;
  if (isBuiltinType(newName)) {
    return `'${newName}' is a built-in type.`;
  }
  if (node.kind === "annotation_type" && isBuiltinAnnotation(newName)) {
    return `'${newName}' is a built-in annotation type.`;
  }
  const canonical = canonicalName(newName);
  if (canonical === canonicalName(namespace)) {
    return `'${newName}' has the same name as its namespace, '${namespace}'.`;
  }
  const namespaceNames = names.namespaces.get(namespace);
  if (namespaceNames?.imports.has(newName) === true) {
    return `'${newName}' is an imported namespace.`;
  }
  for (const other of names.namespaces.values()) {
    if (canonicalName(other.name) !== canonicalName(namespace)) {
      continue;
    }
    const clash = [...other.definitions.values()]
      .flat()
      .find((definition) => definition !== node && canonicalName(definition.name.text) === canonical);
    if (clash !== undefined) {
      return `'${newName}' clashes with '${clash.name.text}': names that differ only in case, '_' or '/' are the same.`;
    }
    const isOwnName = (name: string): boolean => node.kind === "route" && name === node.name.text;
    const route = [...other.routes].find(([name]) => !isOwnName(name) && canonicalName(name) === canonical);
    if (route !== undefined && (node.kind !== "route" || route[0] === newName)) {
      return `'${newName}' clashes with the route '${route[0]}'.`;
    }
  }
  return undefined;
}

function clashInType(
  target: Extract<Target, { kind: "field" | "subtype" }>,
  newName: string,
  { names }: Snapshot,
): string | undefined {
  const { owner, node } = target;
  const isUnion = owner.node.kind === "union";
  const what = isUnion ? "tag" : "field";
  if (newName === "other" && isUnion) {
    return "Every open union has the tag 'other' already.";
  }
  const descendants = names.descendants(owner);
  const inherited = allFields(owner, names);
  const below = descendants.flatMap((type) => names.fields(type).map((field) => ({ owner: type, node: field })));
  const clash = [...inherited, ...(target.kind === "field" ? below : [])].find(
    (field) => field.node !== node && field.node.name.text === newName,
  );
  if (clash !== undefined) {
    return `'${clash.owner.node.name.text}' has a ${what} '${newName}' already.`;
  }
  return subtypeTags(owner).some((member) => member !== node && member.name.text === newName)
    ? `'${owner.node.name.text}' has a subtype with the tag '${newName}' already.`
    : undefined;
}

function subtypeTags({ node }: DeclaredType) {
  return node.kind === "struct" ? (node.subtypes?.members ?? []) : [];
}

function clashOfNamespace(name: string, newName: string, { names }: Snapshot): string | undefined {
  if (newName === schemaNamespace || names.namespaces.has(newName)) {
    return `There is a namespace '${newName}' already.`;
  }
  const canonical = canonicalName(newName);
  const namespaceNames = names.namespaces.get(name);
  const clash = [...(namespaceNames?.definitions.keys() ?? []), ...(namespaceNames?.routes.keys() ?? [])].find(
    (definition) => canonicalName(definition) === canonical,
  );
  if (clash !== undefined) {
    return `'${clash}' in the namespace would have the same name as the namespace.`;
  }
  const importing = [...names.namespaces.values()].find(
    (other) => other.imports.has(name) && (other.definitions.has(newName) || other.routes.has(newName)),
  );
  return importing === undefined
    ? undefined
    : `The namespace '${importing.name}' imports it and declares '${newName}'.`;
}

function editsFor(target: Target, newName: string, snapshot: Snapshot): TextEdit[] {
  // All versions of a route share their name.
  const targets: Target[] =
    target.kind === "route"
      ? snapshot.names
          .routes(target.namespace, target.node.name.text)
          .map((node) => ({ kind: "route", namespace: target.namespace, node }))
      : [target];
  const edits = new Map<string, TextEdit>();
  for (const each of targets) {
    for (const { span } of findOccurrences(each, snapshot)) {
      const range = toFileRange(span);
      edits.set(`${range.path} ${range.start}`, { ...range, text: newName });
    }
  }
  return [...edits.values()];
}

/** Returns the description of a name that is part of messages or URLs; undefined for other names. */
function wireName(target: Target, { names }: Snapshot): string | undefined {
  switch (target.kind) {
    case "field": {
      const { namespace, node } = target.owner;
      return namespace === schemaNamespace
        ? undefined
        : `${node.kind === "struct" ? "field" : "tag"} \`${target.node.name.text}\` of \`${namespace}.${node.name.text}\``;
    }
    case "subtype":
      return `subtype tag \`${target.node.name.text}\` of \`${target.owner.namespace}.${target.owner.node.name.text}\``;
    case "route":
      return `route \`${target.namespace}/${target.node.name.text}\``;
    case "namespace":
      return (names.namespaces.get(target.name)?.routes.size ?? 0) > 0
        ? `the routes of the namespace \`${target.name}\``
        : undefined;
    default:
      return undefined;
  }
}

function filesNamedFor(name: string, newName: string, { names }: Snapshot): { from: string; to: string }[] {
  const paths = new Set((names.namespaces.get(name)?.headers ?? []).map(({ span }) => span.source.path));
  return [...paths]
    .filter((path) => path.endsWith(`/${name}.stone`))
    .map((from) => ({ from, to: `${from.slice(0, -`${name}.stone`.length)}${newName}.stone` }));
}
