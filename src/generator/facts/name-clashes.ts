import type { Name, Namespace } from "../../ir/api.js";
import { qualified, routeName, versioned, type VersionedName } from "../../ir/names.js";
import { callableRoutes, definitionNames, type Context } from "./context.js";
import { unnamedParts, type ConfiguredNames } from "./naming.js";
import { pathPrefix, routePath } from "./binding-options.js";
import { uploadSessions } from "./upload-sessions.js";
import { fieldsDiffer, typeDiffers } from "./views.js";

/** A part of a specification to which a name in the generated package belongs. */
interface NamedThing {
  /** A description for messages: `the route 'copy'`. */
  readonly what: string;
  /** The declaration, in the notation of `DeclarationPlaces`. */
  readonly subject: string;
  /** The entry of the configuration that would change the name: `routes` and `files/copy`; undefined if there is none. */
  readonly option: { readonly kind: keyof ConfiguredNames; readonly key: string } | undefined;
  /** Whether the package contains the name; if omitted, it always does. */
  readonly isEmitted?: () => boolean;
}

/** Two things with the same generated name. */
export interface NameClash {
  /** A predicate for both, for messages: `be 'copyTo'`. */
  readonly outcome: string;
  readonly things: readonly [NamedThing, NamedThing];
}

/**
 * Returns the clashes of generated names among the methods of a client, the types and the values of a namespace, the
 * namespaces, and the paths of routes. Two things that clash in several of these scopes are reported once.
 */
export function findNameClashes(context: Context): NameClash[] {
  const clashes = new Clashes();
  nameNamespaces(clashes, context);
  context.api.namespaces.flatMap((namespace) => clashesIn(namespace, context)).forEach((clash) => clashes.add(clash));
  namePaths(clashes, context);
  return clashes.found;
}

/** Returns the clashes among the names of a namespace. */
function clashesIn(namespace: Namespace, context: Context): NameClash[] {
  const clashes = new Clashes();
  nameTypes(namespace, clashes, context);
  nameRoutes(namespace, clashes, context);
  return clashes.found;
}

/** A scope of names, and the things to which they belong. */
class Scope {
  readonly #verb: string;
  readonly #clashes: Clashes;
  readonly #things = new Map<string, () => NamedThing>();

  /** `verb` is the verb of {@link NameClash.outcome}: `be`. */
  constructor(verb: string, clashes: Clashes) {
    this.#verb = verb;
    this.#clashes = clashes;
  }

  /** `describe` is a function because there are tens of thousands of names, and few need a description. */
  add(name: string, describe: () => NamedThing): void {
    const first = this.#things.get(name);
    if (first === undefined) {
      this.#things.set(name, describe);
    } else {
      this.#addAnother(name, first(), describe);
    }
  }

  #addAnother(name: string, first: NamedThing, describe: () => NamedThing): void {
    const thing = describe();
    if (first.isEmitted?.() === false) {
      this.#things.set(name, describe);
    } else if (thing.isEmitted?.() !== false) {
      this.#clashes.add({ outcome: `${this.#verb} '${name}'`, things: [first, thing] });
    }
  }

  names(): readonly string[] {
    return [...this.#things.keys()];
  }
}

/** The detected clashes, one for each pair of declarations. */
class Clashes {
  readonly #byPair = new Map<string, NameClash>();

  add(clash: NameClash): void {
    const [first, second] = clash.things.map(({ subject }) => subject);
    const pair = `${first} ${second}`;
    if (first !== second && !this.#byPair.has(pair)) {
      this.#byPair.set(pair, clash);
    }
  }

  get found(): NameClash[] {
    return [...this.#byPair.values()];
  }
}

function nameNamespaces(clashes: Clashes, { api, naming }: Context): void {
  const identifiers = new Scope("be", clashes);
  const folders = new Scope("have the subpath", clashes);
  for (const { name } of api.namespaces) {
    const describe = (): NamedThing => ({
      what: `the namespace '${name}'`,
      subject: name,
      option: { kind: "namespaces", key: name },
    });
    identifiers.add(naming.namespace(name), describe);
    folders.add(`./${naming.folder(name)}`, describe);
  }
}

/** Names the types of a namespace: first those in the specification, then the derived ones. */
function nameTypes(namespace: Namespace, clashes: Clashes, context: Context): void {
  const { naming } = context;
  const names = definitionNames(namespace);
  const scope = new Scope("be", clashes);
  for (const name of names) {
    scope.add(naming.type(name), () => typeThing("the type", name));
  }
  for (const name of names) {
    nameReadableTypes(name, scope, context);
  }
  // The name of a writable form is that of the readable one and `Input`, so it clashes only with other names that end like that.
  if (scope.names().some((name) => name.endsWith("Input"))) {
    for (const name of names) {
      nameWritableTypes(name, scope, context);
    }
  }
}

function nameReadableTypes(name: Name, scope: Scope, context: Context): void {
  const { naming, lookup } = context;
  const definition = lookup.definition(name);
  if (definition.kind === "struct" && definition.subtypes !== undefined) {
    scope.add(naming.fields(name), () => typeThing("the fields of", name));
    if (!definition.subtypes.closed) {
      scope.add(naming.unknownVariant(name), () => typeThing("the unknown subtypes of", name));
    }
  }
  for (const { tag } of variantsOf(name, context)) {
    scope.add(naming.variant(name, tag), () => variantThing("the variant", name, tag));
  }
}

function nameWritableTypes(name: Name, scope: Scope, context: Context): void {
  const { naming, lookup } = context;
  const add = (generated: string, thing: NamedThing, isEmitted: () => boolean): void =>
    scope.add(generated, () => ({ ...thing, isEmitted }));
  add(naming.input(name), typeThing("the writable form of", name), () => typeDiffers(name, context));
  const definition = lookup.definition(name);
  if (definition.kind === "struct" && definition.subtypes !== undefined) {
    add(naming.fieldsInput(name), typeThing("the writable fields of", name), () => fieldsDiffer(name, context));
  }
  for (const { tag, struct } of variantsOf(name, context)) {
    const thing = variantThing("the writable form of the variant", name, tag);
    add(naming.variantInput(name, tag), thing, () => fieldsDiffer(struct, context));
  }
}

/** Returns the tags of a union, or of a struct with subtypes, for whose variants a package has types. */
function variantsOf(name: Name, { lookup }: Context): readonly { readonly tag: string; readonly struct: Name }[] {
  const definition = lookup.definition(name);
  if (definition.kind === "struct") {
    return definition.subtypes?.tags.map((tag) => ({ tag: tag.name, struct: tag.type })) ?? [];
  }
  return definition.kind === "alias"
    ? []
    : definition.fields.flatMap((tag) => {
        const struct = lookup.plainStruct(lookup.withoutNull(tag.type));
        return struct === undefined ? [] : [{ tag: tag.name, struct: struct.name }];
      });
}

/** Names the values of a namespace (routes, codecs and a function), and the methods of its client. */
function nameRoutes(namespace: Namespace, clashes: Clashes, context: Context): void {
  const { naming } = context;
  const { name, routes } = namespace;
  const values = new Scope("be", clashes);
  const methods = new Scope("be", clashes);
  for (const route of routes) {
    const describe = (): NamedThing => routeThing(`the route '${versioned(route)}'`, namespace, route);
    values.add(naming.route(name, route), describe);
    methods.add(naming.method(name, route), describe);
  }
  for (const { name: session, start } of uploadSessions(namespace, context)) {
    const what = `the method that uploads content in pieces with '${versioned(start)}'`;
    methods.add(naming.session(session), () => ({ what, subject: routeName(name, start), option: undefined }));
  }
  if (callableRoutes(namespace, context).length > 0) {
    const what = `the function that creates the client of '${name}'`;
    values.add(naming.client(name), () => ({ what, subject: name, option: { kind: "namespaces", key: name } }));
  }
  // Codecs clash only with values whose names resemble those of codecs.
  if (values.names().some((value) => /^(?:decode|encode|redact)/.test(value))) {
    nameCodecs(namespace, values, context);
  }
}

function nameCodecs(namespace: Namespace, values: Scope, { naming }: Context): void {
  const { name, routes } = namespace;
  const add = (stem: string, describe: () => NamedThing): void => {
    ["decode", "encode", "redact", "tagsOf"].forEach((verb) => values.add(`${verb}${stem}`, describe));
  };
  for (const type of definitionNames(namespace)) {
    add(naming.type(type), () => typeThing("a codec of", type));
  }
  for (const { route, part } of unnamedParts(routes)) {
    const what = `a codec of the ${part} of '${versioned(route)}'`;
    add(naming.routePart(name, route, part), () => routeThing(what, namespace, route));
  }
}

function typeThing(what: string, type: Name): NamedThing {
  const key = qualified(type);
  return { what: `${what} '${type.name}'`, subject: key, option: { kind: "types", key } };
}

function variantThing(what: string, type: Name, tag: string): NamedThing {
  const key = `${qualified(type)}.${tag}`;
  return { what: `${what} '${tag}' of '${type.name}'`, subject: key, option: { kind: "variants", key } };
}

function routeThing(what: string, namespace: Namespace, route: VersionedName): NamedThing {
  const key = routeName(namespace.name, route);
  return { what, subject: key, option: { kind: "routes", key } };
}

function namePaths(clashes: Clashes, { api, binding }: Context): void {
  const paths = new Scope("have the path", clashes);
  for (const { name, routes } of api.namespaces) {
    for (const route of routes) {
      const path = `${pathPrefix(binding)}${routePath(name, route, binding)}`;
      const what = `the route '${versioned(route)}'`;
      paths.add(path, () => ({ what, subject: routeName(name, route), option: undefined }));
    }
  }
}
