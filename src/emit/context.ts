import type { Api, Name, Namespace, Route } from "../ir/api.js";
import { Lookup } from "../ir/walk.js";
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
}

export function contextOf(api: Api, options: PackageOptions): Context {
  const lookup = new Lookup(api);
  return { api, lookup, naming: new Naming(api), views: new Views(api, lookup), options };
}

/** Whether a route carries its argument and its result as JSON bodies, and nothing else. */
export function isRpc(route: Route, { options }: Context): boolean {
  const style = route.attributes[options.binding.attributes?.style ?? "style"];
  return style === undefined || style === "rpc" || (typeof style === "object" && style?.tag === "rpc");
}

/** The name of the file that generated modules of a namespace are said to come from. */
export function sourceOf(namespace: Namespace): string {
  return `the namespace ${namespace.name}`;
}

export function nameIn(namespace: Namespace, name: string): Name {
  return { namespace: namespace.name, name };
}

/** How documentation mentions a type: linked within its own namespace, and else by its qualified name. */
export function mentionsIn(
  namespace: Namespace,
  { naming }: Context,
  qualifier = "",
): { type: (name: Name) => string; route: (namespace: string, name: string, version: number) => string } {
  return {
    type: (name) => {
      if (!naming.hasType(name)) {
        return `\`${name.namespace}.${name.name}\``;
      }
      return name.namespace === namespace.name
        ? `{@link ${qualifier}${naming.type(name)}}`
        : `\`${naming.namespace(name.namespace)}.${naming.type(name)}\``;
    },
    route: (other, name, version) => `\`${other}/${name}${version === 1 ? "" : `:${version}`}\``,
  };
}
