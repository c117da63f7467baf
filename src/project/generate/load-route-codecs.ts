import { partCheckName } from "../../generator/emit/routes.js";
import { callableRoutes, type Context } from "../../generator/facts/context.js";
import { routeName } from "../../ir/names.js";
import type { LoadCodecs, RouteCodecs } from "../../contract/checks/check.js";
import { LazyChecks } from "./lazy-checks.js";
import { loadPackage } from "./load-package.js";
import { readRuntime } from "./runtime.js";

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
export interface LoadedCodecs {
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
      const found = routes.get(name);
      if (found === undefined) {
        throw new Error(`The API has no route ${name}.`);
      }
      const { route, namespace } = found;
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
