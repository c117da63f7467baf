import { describeKind } from "../codecs/describe-kind.js";
import { nearestName } from "../codecs/nearest-name.js";
import { checkOptions, wrongKind } from "../codecs/option-values.js";
import type { ServerOptions } from "./options.js";

const serverOptions = {
  authenticate: "a function",
  hasPermission: "a function",
  permissions: "a function",
  maxBodyBytes: "a number",
  maxUploadBytes: "a number",
  bodyTimeout: "a number",
  handlerTimeout: "a number",
  idempotency: "an object",
  allowedOrigins: '"*" or a list',
  refusalFor: "a function",
  onError: "a function",
  random: "a function",
  requestId: "a function",
  around: "a function or a list",
  onReply: "a function",
} satisfies Record<keyof ServerOptions<unknown>, string>;

/**
 * Throws a TypeError for a server option that is neither a general option nor a namespace with handlers, for an invalid value,
 * and for a handler without a route. `stubs` maps each namespace to an object with a handler for each of its routes.
 */
export function checkServerOptions(options: object, stubs: Readonly<Record<string, object>>): void {
  const namespaces = Object.keys(stubs);
  const namespaceKinds = Object.fromEntries(namespaces.map((name) => [name, "an object or a Module object"]));
  checkOptions(options, { ...serverOptions, ...namespaceKinds });
  const given = options as Readonly<Record<string, object | undefined>>;
  if (given["authenticate"] === undefined) {
    throw wrongKind("The option authenticate", serverOptions.authenticate, undefined);
  }
  for (const [namespace, routes] of Object.entries(stubs)) {
    checkHandlers(namespace, given[namespace] ?? {}, Object.keys(routes));
  }
}

/**
 * Checks the handlers in a plain object. Instances of classes and module objects are not checked, because they may have other
 * methods.
 */
function checkHandlers(namespace: string, handlers: object, routes: readonly string[]): void {
  const prototype: unknown = Object.getPrototypeOf(handlers);
  if (describeKind(handlers) !== "an object" || (prototype !== null && prototype !== Object.prototype)) {
    return;
  }
  for (const [name, handler] of Object.entries(handlers)) {
    const isRoute = routes.includes(name);
    if (!isRoute && typeof handler === "function") {
      const nearest = nearestName(name, routes);
      const hint = nearest === undefined ? `The routes are ${routes.join(", ")}.` : `Did you mean ${nearest}?`;
      throw new TypeError(`The namespace ${namespace} has no route for the handler ${name}. ${hint}`);
    }
    if (isRoute && handler !== undefined && typeof handler !== "function") {
      throw wrongKind(`The handler ${namespace}.${name}`, "a function", handler);
    }
  }
}
