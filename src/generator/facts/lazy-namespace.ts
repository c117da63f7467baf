import type { Namespace } from "../../ir/api.js";
import { namespaceFact } from "./api-fact.js";
import { callableRoutes, type Context } from "./context.js";

/** Whether the checks of a namespace are loaded when a client first calls one of its routes. */
export function isLazy({ name }: Pick<Namespace, "name">, context: Context): boolean {
  const isListed = context.options.lazyNamespaces?.includes(name) === true;
  return isListed && hasCalls({ name }, context); // filters may have removed its routes
}

/** Whether a namespace has callable routes. */
export const hasCalls = namespaceFact((namespace, context) => callableRoutes(namespace, context).length > 0);

/**
 * Returns the file with the routes that clients of a namespace call. If the namespace is lazy, it does not import the checks, because
 * bundlers may load a module with all that it imports.
 */
export function calledRoutesFile(namespace: Pick<Namespace, "name">, context: Context): string {
  return isLazy(namespace, context) ? "lazy-routes.js" : "routes.js";
}

/**
 * Returns the path in `src`, without extension, of the module with the codecs of a namespace. It is the index, except for lazy
 * namespaces, whose index does not import the checks.
 */
export function codecsModule(namespace: Pick<Namespace, "name">, context: Context): string {
  return `${context.naming.folder(namespace.name)}/${isLazy(namespace, context) ? "codecs" : "index"}`;
}

/** Returns the subpath for the codecs and the complete routes of a namespace: `files`, or `files/codecs` if it is lazy. */
export function codecsSubpath(namespace: Pick<Namespace, "name">, context: Context): string {
  return codecsModule(namespace, context).replace(/\/index$/, "");
}
