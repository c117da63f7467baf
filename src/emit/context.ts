import type { Api, Name, Namespace, Route } from "../ir/api.js";
import { bindingOf, type Binding } from "./binding-options.js";
import { Lookup } from "../ir/walk.js";
import { codeMentions, type Mentions } from "./comments.js";
import type { PackageOptions } from "./emitter.js";
import { Naming } from "./naming.js";
import { Views } from "./views.js";

/** What all emitters of one package share. */
export interface Context {
  readonly api: Api;
  readonly lookup: Lookup;
  readonly naming: Naming;
  readonly views: Views;
  readonly options: PackageOptions;
  readonly binding: Binding;
}

export function contextOf(api: Api, options: PackageOptions): Context {
  const lookup = new Lookup(api);
  return {
    api,
    lookup,
    naming: new Naming(api, lookup, options.modules === "dual" ? ["cjs"] : []),
    views: new Views(api, lookup),
    options,
    binding: bindingOf(options.binding),
  };
}

/** How a route is called: `rpc`, `upload`, `download`, or a style that we do not know. */
export function styleOf(route: Route, { binding }: Context): string {
  return attributeText(route, binding.attributes.style) ?? "rpc";
}

/** The routes of a namespace that can be called: those of a style that we know. */
export function callableRoutes(namespace: Namespace, { binding }: Context): Route[] {
  return namespace.routes.filter((route) => hasKnownStyle(route, binding));
}

/** Whether clients and servers know how a route is called. */
export function hasKnownStyle(route: Route, { attributes }: Binding): boolean {
  return ["rpc", "upload", "download"].includes(attributeText(route, attributes.style) ?? "rpc");
}

/** The namespaces that have something to call. */
export function callableNamespaces(context: Context): Namespace[] {
  return context.api.namespaces.filter((namespace) => callableRoutes(namespace, context).length > 0);
}

/** The text of an attribute, or its tag if it is a union. */
export function attributeText(route: Route, name: string): string | undefined {
  const value = Object.hasOwn(route.attributes, name) ? route.attributes[name] : undefined;
  const text = typeof value === "object" ? value?.tag : value;
  return text === undefined ? undefined : String(text);
}

/** The ways of authentication that a route accepts; none if its specification is silent. */
export function authenticationKinds(route: Route, { binding }: Context): string[] {
  const text = attributeText(route, binding.attributes.auth);
  return text === undefined ? [] : text.split(",").map((kind) => kind.trim());
}

/** The name of the file that generated modules of a namespace are said to come from. */
export function sourceOf(namespace: Namespace): string {
  return `the namespace ${namespace.name}`;
}

export function nameIn(namespace: Namespace, name: string): Name {
  return { namespace: namespace.name, name };
}

/** What the documentation in a module can link to. */
export interface LinkTargets {
  /** What stands there before the types of a namespace: `files.`, or nothing; undefined if they are not in view. */
  readonly prefix: (namespace: string) => string | undefined;
  /** What a route is called there; undefined if it is not in view. */
  readonly route?: (namespace: string, name: string, version: number) => string | undefined;
}

/** Links what a module can link to, and mentions the rest as code. */
export function mentionsIn({ naming, binding }: Context, { prefix, route }: LinkTargets): Mentions {
  const asCode = codeMentions(binding);
  return {
    type: (name) => {
      if (!naming.hasType(name)) {
        return asCode.type(name);
      }
      const before = prefix(name.namespace);
      return before === undefined
        ? `\`${naming.namespace(name.namespace)}.${naming.type(name)}\``
        : `{@link ${before}${naming.type(name)}}`;
    },
    route: (namespace, name, version) => {
      const target = route?.(namespace, name, version);
      return target === undefined ? asCode.route(namespace, name, version) : `{@link ${target}}`;
    },
    field: (type, field) => `\`${naming.hasType(type) ? naming.type(type) : type.name}.${field}\``,
  };
}
