import { resolveBinding, pathPrefix, routePath, type Binding } from "./generator/facts/binding-options.js";
import {
  attributeText,
  authenticationKinds,
  callableRoutes,
  createContext,
  routeStyle,
  type Context,
} from "./generator/facts/context.js";
import type { PackageOptions } from "./generator/facts/package-options.js";
import { isIdempotent } from "./generator/facts/route-effects.js";
import { findPoll, type RouteIn } from "./generator/facts/jobs.js";
import { findPaging } from "./generator/facts/paging.js";
import { typeText } from "./generator/facts/type-node.js";
import { uploadSessions, type UploadSession } from "./generator/facts/upload-sessions.js";
import { differs, typeDiffers } from "./generator/facts/views.js";
import type { Api, Name, Namespace, Route, Type } from "./ir/api.js";
import type { OwnedField } from "./ir/walk.js";

export type { Binding } from "./generator/facts/binding-options.js";
export type { PackageOptions } from "./generator/facts/package-options.js";
export type { Emitter } from "./generator/emit/emitter.js";
export type { EmittedFile, EmittedModule, EmittedText } from "./generator/code/module.js";
export type * from "./ir/api.js";
export type { UploadSession } from "./generator/facts/upload-sessions.js";
export type { OwnedField } from "./ir/walk.js";

/** The version of {@link ApiFacts}. It is incremented when something is removed or changes its meaning. */
export const factsVersion = 1;

/** The names of generated code. */
export interface NameFacts {
  /** The property of the client and the identifier of a namespace: `files`. */
  namespace(namespace: Namespace): string;
  /** The folder of a namespace in `src`, and its subpath in the package: `files`. */
  folder(namespace: Namespace): string;
  /** The function that creates the part of a client for a namespace: `filesClient`. */
  client(namespace: Namespace): string;
  /** The interface of the handlers of a namespace: `FilesHandlers`. */
  handlers(namespace: Namespace): string;
  /** The method of a route, in clients and handlers: `listFolderContinue`. */
  method(namespace: Namespace, route: Route): string;
  /** The constant of a route: `listFolderContinue`. */
  route(namespace: Namespace, route: Route): string;
  /** The readable form of a type: `Metadata`. */
  type(name: Name): string;
  /** The writable form of a type, `MetadataInput`; its {@link NameFacts.type} where both forms are the same. */
  input(name: Name): string;
}

/** How the pages of a list are fetched. */
export interface ListFacts {
  /** The route that returns the following pages; may be the same route. */
  readonly next: Route;
  /** The fields of the first argument that later arguments repeat in addition to the cursor. */
  readonly carried: readonly string[];
  /** The field of a page that contains its items; undefined if there are several lists, or none. */
  readonly items: { readonly field: string; readonly type: Type } | undefined;
}

/** A route, and the namespace that it is in. */
export interface PollFacts {
  readonly namespace: Namespace;
  readonly route: Route;
}

/** Facts about an API that Ashlar derives for its emitters. */
export interface ApiFacts {
  readonly names: NameFacts;
  /** How routes are mapped to HTTP, with all options set. */
  readonly binding: Binding;
  /** The routes of a namespace that clients can call: those of the styles `rpc`, `upload` and `download`. */
  callableRoutes(namespace: Namespace): readonly Route[];
  /** `rpc`, `upload`, `download`, or a style that Ashlar does not know. */
  style(route: Route): string;
  /** The path of a route in a URL: `/2/files/get_metadata_v2`. */
  path(namespace: Namespace, route: Route): string;
  /** The kinds of authentication that a route accepts, such as `user`; empty if the specification does not define any. */
  authentication(route: Route): readonly string[];
  /** The text of a route attribute, or its tag if it is a union; undefined if the route has no such attribute. */
  attribute(route: Route, name: string): string | undefined;
  /** How to fetch the pages after the first one; undefined if the results of the route are not pages. */
  list(namespace: Namespace, route: Route): ListFacts | undefined;
  /** The route to poll for the jobs that a route launches; undefined if it launches none. */
  poll(namespace: Namespace, route: Route): PollFacts | undefined;
  /** The upload sessions of a namespace, for which the client has a method that uploads content in pieces. */
  uploadSessions(namespace: Namespace): readonly UploadSession[];
  /** Whether the binding declares a route as idempotent, so that clients retry it. */
  isIdempotent(namespace: Namespace, route: Route): boolean;
  /** All fields of a struct, or tags of a union, with those of its ancestors first. */
  fields(name: Name): readonly OwnedField[];
  /** The type that an alias resolves to; other types unchanged. A `nullable` type stays nullable. */
  withoutAliases(type: Type): Type;
  /** Whether a type has a different writable form: defaults may be omitted, and tags may be bare strings. */
  differsForWriting(type: Type): boolean;
  /** A type in TypeScript, with `files.Metadata` for the types of namespaces. */
  typeScript(type: Type, view: "read" | "write"): string;
}

/** The facts about an API for a custom emitter. The arguments are those of the emitter. */
export function apiFacts(api: Api, options: PackageOptions): ApiFacts {
  const context = createContext(api, options);
  const { lookup } = context;
  const binding = resolveBinding(options.binding);
  return {
    names: nameFacts(context),
    binding,
    callableRoutes: (namespace) => callableRoutes(namespace, context),
    style: (route) => routeStyle(route, context),
    path: (namespace, route) => pathPrefix(binding) + routePath(namespace.name, route, binding),
    authentication: (route) => authenticationKinds(route, context),
    attribute: (route, name) => attributeText(route, name),
    list: (namespace, route) => listFacts(namespace, route, context),
    poll: (namespace, route) => pollFacts(findPoll(route, namespace, context), api),
    uploadSessions: (namespace) => uploadSessions(namespace, context),
    isIdempotent: (namespace, route) => isIdempotent(route, namespace, context),
    fields: (name) => lookup.allFields(name),
    withoutAliases: (type) => lookup.withoutAliases(type),
    differsForWriting: (type) => differs(type, context),
    typeScript: (type, view) =>
      typeText(type, view, context, (namespace, name) => `${context.naming.namespace(namespace)}.${name}`),
  };
}

function nameFacts(context: Context): NameFacts {
  const { naming } = context;
  return {
    namespace: ({ name }) => naming.namespace(name),
    folder: ({ name }) => naming.folder(name),
    client: ({ name }) => naming.client(name),
    handlers: ({ name }) => naming.handlers(name),
    method: ({ name }, route) => naming.method(name, route),
    route: ({ name }, route) => naming.route(name, route),
    type: (name) => naming.type(name),
    input: (name) => (typeDiffers(name, context) ? naming.input(name) : naming.type(name)),
  };
}

function pollFacts(poll: RouteIn | undefined, { namespaces }: Api): PollFacts | undefined {
  const namespace = namespaces.find(({ name }) => name === poll?.namespace.name);
  return poll && namespace && { namespace, route: poll.route };
}

function listFacts(namespace: Namespace, route: Route, context: Context): ListFacts | undefined {
  const paging = findPaging(route, namespace, context);
  return (
    paging && {
      next: paging.next,
      carried: paging.carried,
      items: paging.list && { field: paging.list.name, type: paging.list.of },
    }
  );
}
