import { runtimeBinding } from "../../generator/emit/routes.js";
import { ToolMaker, toolRoutes } from "../../generator/emit/mcp-tools.js";
import { callableNamespaces, createContext, type Context } from "../../generator/facts/context.js";
import { LazyChecks, lazyRoute, type DefineRoute, loadPackage } from "../../project/generate/lazy-codecs.js";
import { readRuntime } from "../../project/generate/runtime.js";
import { lazyCallerView } from "../../values/caller-view.js";
import type { HttpExports } from "./serve-http.js";

/** The package of the official SDK. */
export const sdkPackage = "@modelcontextprotocol/server";

/** The exports of the runtime and of the SDK that are used here. */
interface Exports extends HttpExports {
  readonly defineRoute: DefineRoute;
  readonly exactJson: object;
  readonly createClientCore: (binding: object, options: object) => object;
  readonly createServerOfTools: (api: object, options: object) => object;
  readonly serveStdio: (factory: () => object) => { close(): Promise<void> };
}

/** What serves the tools of an API. */
export interface LoadedTools {
  readonly sdk: Pick<Exports, "serveStdio" | keyof HttpExports>;
  readonly createClient: (options: object) => object;
  /** Creates a server for one connection. */
  readonly createServer: (options: object) => object;
  /** Removes the files of the runtime. */
  close(): void;
}

/** The module that reexports what is used of the SDK and the runtime, so that both share one instance of the SDK. */
const parts = {
  path: "dist/parts.js",
  text: [
    `export * from "${sdkPackage}";`,
    `export { serveStdio } from "${sdkPackage}/stdio";`,
    'export { createClientCore } from "./runtime/client.js";',
    'export { createServerOfTools } from "./runtime/mcp.js";',
    'export { toNodeListener } from "./runtime/server.js";',
    'export { defineRoute, exactJson } from "./runtime/shared.js";',
  ].join("\n"),
};

/**
 * Loads what serves the tools of an API. It is equivalent to the module `./mcp` of the package that the context describes, but
 * checks and schemas are built on first use, so that the server responds soon after its start. The SDK is in the folder
 * `modules`.
 */
export async function loadTools(context: Context, modules: string): Promise<LoadedTools> {
  const runtime = (await readRuntime()).filter(({ path }) => /\/(?:client|mcp|server|shared)\.js$/.test(path));
  const files = await loadPackage([...runtime, parts], modules);
  try {
    const sdk = (await files.load(parts.path)) as unknown as Exports;
    const api = toolsOf(context, new LazyChecks(context, files), sdk.defineRoute);
    const binding = runtimeBinding(context.binding);
    const json = context.options.int64 === "bigint" && { json: sdk.exactJson };
    return {
      sdk,
      createClient: (options) => sdk.createClientCore(binding, { ...json, ...options }),
      createServer: (options) => sdk.createServerOfTools(api, options),
      close: () => files.close(),
    };
  } catch (thrown) {
    files.close();
    throw thrown;
  }
}

/** Returns the data of the tools in the form of the runtime (`McpApi`). Schemas are created when they are read. */
function toolsOf(context: Context, checks: LazyChecks, defineRoute: DefineRoute): object {
  const { name, version } = context.options;
  const hasBigints = context.options.int64 === "bigint";
  const view = createContext(
    lazyCallerView(context.api, [], hasBigints, () => undefined),
    context.options,
  );
  const maker = new ToolMaker(view);
  const routes = callableNamespaces(view).flatMap((namespace) =>
    toolRoutes(namespace, view).map((route) => ({ namespace, route })),
  );
  const tools = routes.map(({ namespace, route }) => ({
    tool: maker.tool(namespace, route),
    ...lazyRoute(route, namespace, context, checks, defineRoute),
  }));
  const made: { write?: object; read?: object; errors?: object } = {};
  const described = tools.map(({ tool }) => tool);
  return {
    name,
    version,
    tools,
    definitions: {
      get write() {
        return (made.write ??= maker.definitions("write", described));
      },
      get read() {
        return (made.read ??= maker.definitions("read", described));
      },
    },
    get errors() {
      return (made.errors ??= Object.fromEntries(
        routes.flatMap(({ route }, index) => {
          const type = described[index]?.error;
          return type === undefined ? [] : [[type, maker.errors(route.error)] as const];
        }),
      ));
    },
  };
}
