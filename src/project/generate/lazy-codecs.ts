import { partCheckName, routeAttributes } from "../../generator/emit/routes.js";
import { callableRoutes, type Context } from "../../generator/facts/context.js";
import { routeName } from "../../ir/names.js";
import type { LoadCodecs, RouteCodecs } from "../../contract/checks/check.js";
import { readRuntime } from "./runtime.js";
import { idempotencyHeader, isIdempotent } from "../../generator/facts/route-effects.js";
import { routePath } from "../../generator/facts/binding-options.js";
import type { Namespace, Route, Name } from "../../ir/api.js";
import { posix, dirname, join } from "node:path";
import { printModules } from "../../generator/package/print-emitted.js";
import { emitChecks } from "../../generator/emit/checks/checks.js";
import { rmSync } from "node:fs";
import { mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";
import type { PrintedFile } from "../../generator/code/module.js";

type Check = (value: unknown, mode: unknown) => unknown;
type Decode = (
  json: unknown,
  options: { readonly strict: boolean; readonly permissions: readonly string[] },
) => unknown;

/** The parts of the runtime that are used here. */
interface Runtime {
  readonly defineRoute: (definition: object) => Readonly<Record<"decodeArg" | "decodeResult" | "decodeError", Decode>>;
}

/** The codecs of an API's routes, which are built and loaded on first use. */
interface LoadedCodecs {
  readonly load: LoadCodecs;
  /** Removes the files of the codecs. */
  close(): void;
}

/** Prepares the codecs of routes, as in a package, for callers that have these permissions. */
export async function loadRouteCodecs(context: Context, permissions: readonly string[]): Promise<LoadedCodecs> {
  const runtimeFiles = (await readRuntime()).filter(({ path }) => path === "dist/runtime/shared.js");
  const files = await loadPackage(runtimeFiles);
  try {
    const { defineRoute } = (await files.load("dist/runtime/shared.js")) as unknown as Runtime;
    const checks = new LazyChecks(context, files);
    const routes = new Map(
      context.api.namespaces.flatMap((namespace) =>
        callableRoutes(namespace, context).map(
          (route) => [routeName(namespace.name, route), { route, namespace }] as const,
        ),
      ),
    );
    const load = async (name: string): Promise<RouteCodecs> => {
      const entry = routes.get(name);
      if (entry === undefined) {
        throw new Error(`The API has no route ${name}.`);
      }
      const { route, namespace } = entry;
      const parts = await Promise.all(
        (["arg", "result", "error"] as const).map(async (part): Promise<readonly (readonly [string, Check])[]> => {
          const check = partCheckName(route, part, namespace, context);
          if (check === undefined) {
            return [];
          }
          const lazy = checks.get(check);
          await lazy.load();
          return [[part, lazy.check]];
        }),
      );
      const decoders = defineRoute({ name, attributes: {}, ...Object.fromEntries(parts.flat()) });
      return {
        decode: (part, json, strict) => {
          const decode = { arg: decoders.decodeArg, result: decoders.decodeResult, error: decoders.decodeError }[part];
          return decode(json, { strict, permissions });
        },
      };
    };
    return { load, close: () => files.close() };
  } catch (thrown) {
    files.close();
    throw thrown;
  }
}

/** The function of the runtime that creates the value of a route. */
export type DefineRoute = (definition: object) => object;

/** A route whose checks are built on first use. */
interface LazyRoute {
  /** The value of the route, as in the generated package. It can be called once `load` has resolved. */
  readonly route: object;
  readonly load: () => Promise<unknown>;
}

export function lazyRoute(
  route: Route,
  namespace: Namespace,
  context: Context,
  checks: LazyChecks,
  defineRoute: DefineRoute,
): LazyRoute {
  const parts = (["arg", "result", "error"] as const).flatMap((part) => {
    const name = partCheckName(route, part, namespace, context);
    return name === undefined ? [] : [{ part, lazy: checks.get(name) }];
  });
  const header = idempotencyHeader(route, namespace, context);
  return {
    route: defineRoute({
      name: `${namespace.name}/${route.name}`,
      version: route.version,
      path: routePath(namespace.name, route, context.binding),
      attributes: routeAttributes(route),
      ...(isIdempotent(route, namespace, context) && { isIdempotent: true }),
      ...(header !== undefined && { idempotencyHeader: header }),
      ...Object.fromEntries(parts.map(({ part, lazy }) => [part, lazy.check])),
    }),
    load: () => Promise.all(parts.map(({ lazy }) => lazy.load())),
  };
}

type Exports = Readonly<Record<string, unknown>>;

/** A function that checks a type. It can be called once `load` has resolved. */
export interface LazyCheck {
  readonly check: Check;
  readonly load: () => Promise<void>;
}

/**
 * The functions of a package that check types. The module of a namespace and the modules that it imports are built on
 * first use, because most calls of a mock use few namespaces.
 */
export class LazyChecks {
  readonly #context: Context;
  readonly #files: LoadedPackage;
  /** The namespaces whose modules have been written. */
  readonly #written = new Set<string>();
  readonly #loaded = new Map<string, Promise<Exports>>();
  /**
   * The last module in the queue of modules to load. Modules are loaded one after the other, because they import each
   * other.
   */
  #last: Promise<unknown> = Promise.resolve();

  /** `files` must contain the runtime. */
  constructor(context: Context, files: LoadedPackage) {
    this.#context = context;
    this.#files = files;
  }

  /** Returns the function of this name in the module of a namespace. */
  get({ namespace, name }: Name): LazyCheck {
    let loaded: Check | undefined;
    return {
      check: (value, mode) => {
        if (loaded === undefined) {
          throw new Error(`${name} has not been loaded.`);
        }
        return loaded(value, mode);
      },
      load: async () => {
        loaded = (await this.#load(namespace))[name] as Check;
      },
    };
  }

  #load(namespace: string): Promise<Exports> {
    const path = `dist/${this.#context.naming.folder(namespace)}/checks.js`;
    const exports =
      this.#loaded.get(path) ?? this.#last.then(() => this.#write(path)).then(() => this.#files.load(path));
    this.#loaded.set(path, exports);
    this.#last = exports.catch(() => undefined); // the caller that requested it gets the error
    return exports;
  }

  /** Writes the module of a namespace and its imports, except for the runtime. */
  async #write(path: string): Promise<void> {
    if (this.#written.has(path)) {
      return;
    }
    this.#written.add(path);
    const namespace = this.#context.api.namespaces.find(({ name }) => {
      return path === `dist/${this.#context.naming.folder(name)}/checks.js`;
    });
    if (namespace === undefined) {
      return; // a module of the runtime
    }
    const module = emitChecks(namespace, this.#context);
    await this.#files.add(await printModules([module]));
    for (const { from, isTypeOnly } of module.imports) {
      if (!isTypeOnly) {
        await this.#write(posix.join(posix.dirname(path), from));
      }
    }
  }
}

/** A generated package that this process can import. */
interface LoadedPackage {
  /** Returns the exports of one of the package's modules, such as `dist/index.js`. */
  load(path: string): Promise<Readonly<Record<string, unknown>>>;
  /** Adds those of the files that are JavaScript modules. */
  add(files: readonly PrintedFile[]): Promise<void>;
  /** Removes the package's files. */
  close(): void;
}

/**
 * Writes the JavaScript of a package to a temporary folder. The package can import packages from the folder `modules`.
 */
export async function loadPackage(files: readonly PrintedFile[], modules?: string): Promise<LoadedPackage> {
  const folder = await mkdtemp(join(tmpdir(), "ashlar-package-"));
  const add = async (added: readonly PrintedFile[]): Promise<void> => {
    for (const { path, text } of added.filter(({ path }) => /^dist\/(?!cjs\/).*\.js$/.test(path))) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
  };
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    if (modules !== undefined) {
      await symlink(modules, join(folder, "node_modules"), "junction");
    }
    await add(files);
  } catch (thrown) {
    close();
    throw thrown;
  }
  return {
    load: async (path) => (await import(pathToFileURL(join(folder, path)).href)) as Readonly<Record<string, unknown>>,
    add,
    close,
  };
}
