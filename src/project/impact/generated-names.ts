import { unnamedParts, type Naming } from "../../generator/facts/naming.js";
import type { Api, Name, Namespace, Route, Struct, Union } from "../../ir/api.js";
import { parseRouteName, qualified, routeName } from "../../ir/names.js";

/** An API and the names of its package. */
export interface NamedApi {
  readonly api: Api;
  readonly naming: Naming;
}

/**
 * What a name of a package is: an exported type, value or namespace, a member of a type, or the folder of a namespace in import
 * paths.
 */
type NameKind = "type" | "value" | "namespace" | "member" | "folder";

/** A name of a package, and the part of the specification that it stands for: `files`, `files.Metadata.size`, `files/copy`. */
export interface GeneratedName {
  readonly origin: string;
  readonly kind: NameKind;
  readonly text: string;
}

/** Names of an old specification that were renamed: old name to new name. */
export interface RenamedParts {
  readonly namespaces: ReadonlyMap<string, string>;
  /** The qualified names of types. */
  readonly types: ReadonlyMap<string, Name>;
  readonly routes: ReadonlyMap<string, string>;
  /** The qualified names of fields and tags to new names without a qualifier. */
  readonly members: ReadonlyMap<string, string>;
}

const nothingRenamed: RenamedParts = { namespaces: new Map(), types: new Map(), routes: new Map(), members: new Map() };

/** Returns the names that a package exports for types, routes and namespaces, and the folder of each namespace. */
export function exportedNames({ api, naming }: NamedApi): (GeneratedName & { readonly folder: string })[] {
  return api.namespaces.flatMap((namespace) => {
    const folder = naming.folder(namespace.name);
    return namesInNamespace(namespace, naming, nothingRenamed).map((name) => ({ ...name, folder }));
  });
}

/**
 * Returns a function that returns the new text of a name; undefined if the name is none of the old package, or what it stands
 * for does not exist any more.
 */
export function translateNames(
  old: NamedApi,
  now: NamedApi,
  renamed: RenamedParts,
): (name: GeneratedName) => string | undefined {
  const texts = new Map<string, string>();
  for (const namespace of old.api.namespaces) {
    const before = namesInNamespace(namespace, old.naming, nothingRenamed);
    const after = namesInNamespace(namespace, now.naming, renamed);
    before.forEach((name, index) => texts.set(keyOf(name), after[index]?.text ?? name.text));
  }
  return (name) => texts.get(keyOf(name));
}

function keyOf({ kind, origin, text }: GeneratedName): string {
  return `${kind} ${origin} ${text}`;
}

/** Returns the names for a namespace of the old specification, in a fixed order, under their new names if they were renamed. */
function namesInNamespace(namespace: Namespace, naming: Naming, renamed: RenamedParts): GeneratedName[] {
  const name = renamed.namespaces.get(namespace.name) ?? namespace.name;
  const property = naming.namespace(name);
  const own = [
    ["folder", naming.folder(name)],
    ["member", property],
    ["namespace", property],
    ["type", naming.handlers(name)],
    ["value", naming.client(name)],
  ] as const;
  return [
    ...own.map(([kind, text]) => ({ origin: namespace.name, kind, text })),
    ...namespace.aliases.flatMap((alias) => namesOfDefinition(namespace.name, alias.name, naming, renamed)),
    ...namespace.types.flatMap((type) => namesOfType(namespace.name, type, naming, renamed)),
    ...namespace.routes.flatMap((route) => namesOfRoute(namespace, route, naming, renamed)),
  ];
}

function namesOfType(namespace: string, type: Struct | Union, naming: Naming, renamed: RenamedParts): GeneratedName[] {
  const origin = qualified({ namespace, name: type.name });
  const name = newName({ namespace, name: type.name }, renamed);
  const memberName = (member: string): string => renamed.members.get(`${origin}.${member}`) ?? member;
  const tags = type.kind === "union" ? type.fields : (type.subtypes?.tags ?? []);
  const members = new Set([...type.fields, ...tags].map((member) => member.name));
  return [
    ...namesOfDefinition(namespace, type.name, naming, renamed),
    ...[naming.fields(name), naming.fieldsInput(name), naming.unknownVariant(name)].map((text) => ({
      origin,
      kind: "type" as const,
      text,
    })),
    ...tags.flatMap(({ name: tag }) =>
      [naming.variant(name, memberName(tag)), naming.variantInput(name, memberName(tag))].map((text) => ({
        origin,
        kind: "type" as const,
        text,
      })),
    ),
    ...[...members].map((member) => ({
      origin: `${origin}.${member}`,
      kind: "member" as const,
      text: memberName(member),
    })),
  ];
}

/** Returns the names of the types and codecs of a type or an alias. */
function namesOfDefinition(
  namespace: string,
  definition: string,
  naming: Naming,
  renamed: RenamedParts,
): GeneratedName[] {
  const origin = qualified({ namespace, name: definition });
  const name = newName({ namespace, name: definition }, renamed);
  const type = naming.type(name);
  return [
    ...[type, naming.input(name)].map((text) => ({ origin, kind: "type" as const, text })),
    ...namesOfCodecs(type).map((text) => ({ origin, kind: "value" as const, text })),
  ];
}

function namesOfRoute(namespace: Namespace, route: Route, naming: Naming, renamed: RenamedParts): GeneratedName[] {
  const origin = routeName(namespace.name, route);
  const now = parseRouteName(renamed.routes.get(origin) ?? origin);
  const codecs = unnamedParts([route]).flatMap(({ part }) => namesOfCodecs(naming.routePart(now.namespace, now, part)));
  return [
    { origin, kind: "member", text: naming.method(now.namespace, now) },
    ...[naming.route(now.namespace, now), ...codecs].map((text) => ({ origin, kind: "value" as const, text })),
  ];
}

function namesOfCodecs(stem: string): string[] {
  return ["decode", "encode", "redact", "tagsOf"].map((prefix) => `${prefix}${stem}`);
}

/** Returns the new name of a type. One that moved to another namespace keeps its name: callers import it from elsewhere. */
export function newName(name: Name, { namespaces, types }: Pick<RenamedParts, "namespaces" | "types">): Name {
  const namespace = namespaces.get(name.namespace) ?? name.namespace;
  const to = types.get(qualified(name));
  return to?.namespace === namespace ? to : { ...name, namespace };
}
