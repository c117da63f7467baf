import type { RequestListener } from "node:http";
import type { Note } from "../../exports/notes/catalogue.js";
import { checkName } from "../../generator/emit/checks/checks-module.js";
import { runtimeBinding } from "../../generator/emit/routes.js";
import { modelData, type ModelData } from "../../generator/emit/twin/model-data.js";
import { twinData, twinPaths, type TwinPaths } from "../../generator/emit/twin/twin-data.js";
import { pathPrefix, routePath } from "../../generator/facts/binding-options.js";
import {
  callableNamespaces,
  callableRoutes,
  createContext,
  routeStyle,
  type Context,
} from "../../generator/facts/context.js";
import type { Namespace, Route } from "../../ir/api.js";
import { failureReason, UsageError } from "../../project/failure.js";
import {
  LazyChecks,
  type LazyCheck,
  lazyRoute,
  type DefineRoute,
  loadPackage,
} from "../../project/generate/lazy-codecs.js";
import { readRuntime } from "../../project/generate/runtime.js";
import { lazyCallerView } from "../../values/caller-view.js";

/** A call that a Twin has processed. */
export interface MockedCall {
  readonly route: string | undefined;
  readonly version: number | undefined;
  readonly method: string;
  readonly status: number;
  readonly errorPath: string | undefined;
}

/** The Twin of an API. */
export interface LoadedTwin {
  readonly listener: RequestListener;
  /** A replacement for the platform's `fetch` that calls the Twin. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** Returns the state of the model; undefined if there is no model. */
  snapshot(): unknown;
  /** Restores as much of a state as is still valid. */
  restore(snapshot: unknown): void;
  /** Removes the files of the Twin. */
  close(): void;
}

export interface LoadTwinOptions {
  readonly callers: readonly string[];
  readonly seed: number;
  readonly latencyMs: number;
  readonly model: unknown;
  readonly onCall: (call: MockedCall) => void;
  /** Called for each example that responses do not use, because readers would reject it. */
  readonly onNote: (note: Note) => void;
}

type Core = (request: { readonly url: string }) => Promise<unknown>;

/** The exports of the runtime that are used here. */
interface Runtime {
  readonly Twin: new (
    api: object,
    options: object,
  ) => Pick<LoadedTwin, "snapshot" | "restore"> & { readonly core: Core; readonly fetch: typeof fetch };
  readonly toNodeListener: (server: { readonly core: Core }) => RequestListener;
  readonly defineRoute: DefineRoute;
  readonly encoder: (check: LazyCheck["check"]) => object;
}

/**
 * Creates the Twin of an API. It is equivalent to the one in the package that the context describes. The code for a
 * route is created on the route's first call, so that the first response does not wait for all routes.
 */
export async function loadTwin(context: Context, options: LoadTwinOptions): Promise<LoadedTwin> {
  const { callers, onNote, ...twinOptions } = options;
  const view = createContext(
    lazyCallerView(context.api, callers, context.options.int64 === "bigint", onNote),
    context.options,
  );
  const runtimeFiles = (await readRuntime()).filter(({ path }) => /\/(?:shared|server|twin)\.js$/.test(path));
  const files = await loadPackage(runtimeFiles);
  try {
    const modules = ["shared", "server", "twin"].map((module) => files.load(`dist/runtime/${module}.js`));
    const runtime = Object.assign({}, ...(await Promise.all(modules))) as Runtime;
    const checks = new LazyChecks(context, files);
    const namespaces = callableNamespaces(view).map((namespace) => ({
      namespace,
      routes: callableRoutes(namespace, view).map((route) => mockRoute(route, namespace, view, checks, runtime)),
    }));
    const paths = once(() => twinPaths(view));
    const twin = new runtime.Twin(
      {
        binding: runtimeBinding(context.binding),
        namespaces: namespaces.map(({ namespace, routes }) => ({
          routes: routes.map(({ served }) => served),
          load: () => twinData(namespace, view),
        })),
        paths: {
          get routes() {
            return paths().routes;
          },
          get jobs() {
            return paths().jobs;
          },
          get paths() {
            return paths().paths;
          },
        } satisfies TwinPaths,
        types: options.model === undefined ? {} : await encoders(modelData(view), context, checks, runtime),
        loadModelData: () => modelData(view),
        callers,
      },
      { ...twinOptions, control: true },
    );
    const byPath = new Map(namespaces.flatMap(({ routes }) => routes.map((route) => [route.path, route])));
    const loadRoute = (url: string): Promise<unknown> | undefined =>
      byPath.get(new URL(url, "http://twin").pathname)?.load();
    return {
      listener: runtime.toNodeListener({
        core: async (request) => {
          await loadRoute(request.url);
          return twin.core(request);
        },
      }),
      fetch: async (url, init) => {
        await loadRoute(url);
        return twin.fetch(url, init);
      },
      snapshot: () => twin.snapshot(),
      restore: (snapshot) => twin.restore(snapshot),
      close: () => files.close(),
    };
  } catch (thrown) {
    files.close();
    throw thrown;
  }
}

interface MockedRoute {
  /** The path of the route in URLs. */
  readonly path: string;
  /** The route for the server. Valid after `load`. */
  readonly served: unknown;
  readonly load: () => Promise<unknown>;
}

function mockRoute(
  route: Route,
  namespace: Namespace,
  context: Context,
  checks: LazyChecks,
  runtime: Runtime,
): MockedRoute {
  const { route: defined, load } = lazyRoute(route, namespace, context, checks, runtime.defineRoute);
  const serve = Reflect.get(runtime, routeStyle(route, context)) as (route: object) => unknown;
  return {
    path: `${pathPrefix(context.binding)}${routePath(namespace.name, route, context.binding)}`,
    served: serve(defined),
    load,
  };
}

/** Returns the encoders of the structs that a model can store, by name. */
async function encoders(
  { types }: ModelData,
  context: Context,
  checks: LazyChecks,
  { encoder }: Runtime,
): Promise<object> {
  const all = Object.keys(types).map(async (key) => {
    const [namespace = "", name = ""] = key.split(".");
    const lazy = checks.get({ namespace, name: checkName({ namespace, name }, context) });
    await lazy.load();
    return [key, encoder(lazy.check)] as const;
  });
  return Object.fromEntries(await Promise.all(all));
}

/** Returns a function that computes its result on the first call only. */
function once<Result>(compute: () => Result): () => Result {
  let cached: { readonly result: Result } | undefined;
  return () => (cached ??= { result: compute() }).result;
}

/** Returns the export `model` of a module, which may be TypeScript. Throws a UsageError if there is none. */
export async function loadModel(path: string): Promise<unknown> {
  const { createJiti } = await import("jiti");
  const jiti = createJiti(import.meta.url, { moduleCache: false, interopDefault: true });
  let module: { readonly model?: unknown };
  try {
    module = await jiti.import(path);
  } catch (thrown) {
    throw new UsageError(`The model ${path} cannot be read: ${failureReason(thrown)}.`);
  }
  if (typeof module.model !== "object" || module.model === null) {
    throw new UsageError(`The model ${path} has no export 'model'.`);
  }
  return module.model;
}
