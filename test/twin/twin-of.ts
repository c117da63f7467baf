import { attributeText, createContext, routeStyle, type Context } from "../../src/generator/facts/context.js";
import { resolveBinding, pathPrefix, routePath } from "../../src/generator/facts/binding-options.js";
import type { Api, Route } from "../../src/ir/api.js";
import { callerView } from "../../src/values/caller-view.js";
import { chosenValue } from "../../src/values/chosen-value.js";
import { headerSafe, stringifyJson } from "../../templates/runtime/text/json.js";
import type { createTwin as createSpecTwin } from "../../generated/src/testing/index.js";
import { corpusFolder } from "../support/corpus.js";
import { compileFiles } from "../support/examples.js";
import { generatedPackage } from "../support/packages.js";

/** A specification with the Twin of its generated package. */
export interface Subject {
  /** As callers without permissions see it. */
  readonly api: Api;
  readonly context: Context;
  readonly createTwin: typeof createSpecTwin;
}

export async function subject(name: string): Promise<Subject> {
  const corpus = name.replace(/-exact$/, "");
  const preset = corpus === "dropbox" ? "dropbox" : "service";
  const { api } = callerView(
    compileFiles(corpus === "spec" ? "spec" : corpusFolder(corpus)),
    [],
    name.endsWith("-exact"),
  );
  const { createTwin } = (await generatedPackage(name, "testing")) as { createTwin: typeof createSpecTwin };
  return { api, createTwin, context: createContext(api, { name, version: "0.0.0", binding: { preset } }) };
}

/** A route with its namespace, and the name under which the Twin knows it. */
export interface NamedRoute {
  readonly key: string;
  readonly namespace: string;
  readonly route: Route;
}

export function routesOf({ api }: Subject): readonly NamedRoute[] {
  return api.namespaces.flatMap((namespace) =>
    namespace.routes.map((route) => ({
      key: `${namespace.name}/${route.name}:${route.version}`,
      namespace: namespace.name,
      route,
    })),
  );
}

/** The request of a route with an argument as JSON; with the chosen one by default. */
export function requestOf(
  { context }: Subject,
  { namespace, route }: NamedRoute,
  arg: unknown = chosenValue(route.arg, context.lookup),
  headers: Readonly<Record<string, string>> = {},
): Request {
  const binding = resolveBinding(context.options.binding);
  const style = routeStyle(route, context);
  const hasArg = context.lookup.withoutAliases(route.arg).kind !== "void";
  const url = `http://twin${pathPrefix(binding)}${routePath(namespace, route, binding)}`;
  const kinds = attributeText(route, binding.attributes.auth);
  const credentials = kinds === "app" ? `Basic ${btoa("key:secret")}` : "Bearer token";
  const json = stringifyJson(arg);
  return new Request(url, {
    method: "POST",
    headers: {
      Authorization: credentials,
      ...(style === "rpc" && hasArg && { "Content-Type": "application/json" }),
      ...(style !== "rpc" && { [binding.headers.arg]: headerSafe(json) }),
      ...(style === "upload" && { "Content-Type": "application/octet-stream" }),
      ...headers,
    },
    ...(style === "rpc" && hasArg && { body: json }),
    ...(style === "upload" && { body: "content" }),
  });
}
