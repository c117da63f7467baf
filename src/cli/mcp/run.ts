import { readFile, realpath } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, relative, resolve, sep } from "node:path";
import { nearestName } from "../../diagnostics/nearest-name.js";
import { toolRoutes } from "../../emit/mcp/tools.js";
import { callableNamespaces, createContext } from "../../facts/context.js";
import type { PackageOptions } from "../../facts/package-options.js";
import { routeNames } from "../../facts/route-patterns.js";
import { generatePackage } from "../../generate/generate-package.js";
import { loadPackage } from "../../generate/load-package.js";
import type { Api, Route } from "../../ir/api.js";
import { routeName } from "../../ir/names.js";
import { packageOptions } from "../../project/configured-package.js";
import { onEnd, onEndSignal } from "../../project/end-signals.js";
import { UsageError } from "../../project/failure.js";
import { loadConfigured, readInput, type ConfigArguments } from "../../project/load-configured.js";
import { exitCode } from "../report/exit-code.js";
import { printDiagnostics } from "../report/print-diagnostics.js";
import { checkHttpOptions, serveHttp, type HttpExports } from "./serve-http.js";

export interface McpArguments extends ConfigArguments {
  readonly server?: string | undefined;
  readonly route?: readonly string[] | undefined;
  readonly root?: string | undefined;
  readonly reveal?: boolean | undefined;
  readonly http?: number | undefined;
  readonly host?: string | undefined;
  readonly token?: string | undefined;
}

/** The exports of the generated package and of the SDK that are used here. */
interface Exports extends HttpExports {
  readonly createTwin: () => { readonly fetch: typeof fetch };
  readonly createClient: (options: object) => object;
  readonly createMcpServer: (options: object) => object;
  readonly serveStdio: (factory: () => object) => { close(): Promise<void> };
}

const sdk = "@modelcontextprotocol/server";

/** The module that reexports what is used of the SDK and the package, so that both share one instance of the SDK. */
const parts = {
  path: "dist/parts.js",
  text: [
    `export * from "${sdk}";`,
    `export { serveStdio } from "${sdk}/stdio";`,
    'export { createTwin } from "./testing/index.js";',
    'export { createClient } from "./index.js";',
    'export { createMcpServer } from "./mcp/index.js";',
    'export { toNodeListener } from "./server/node.js";',
  ].join("\n"),
};

/** Serves the tools until standard input ends, or over HTTP until the process is interrupted. Returns the exit code. */
export async function runMcp(args: McpArguments): Promise<number> {
  const { http: port, host = "127.0.0.1", token } = args;
  const listening = port === undefined ? undefined : { port, host, token };
  if (listening !== undefined) {
    checkHttpOptions(listening);
  } else if (token !== undefined) {
    throw new UsageError("'--token' is for '--http': standard input and output have no other callers.");
  }
  if (args.server !== undefined) {
    checkServer(args.server);
  }
  const { config, directory } = await loadConfigured(args, "ashlar mcp spec");
  const modules = findModules(directory);
  const { specs } = await readInput({ config, directory });
  const { emitters: _, ...own } = config;
  const wanted = { ...own, output: "package", modules: "esm", twin: own.twin ?? true, mcp: true } as const;
  const { diagnostics, files, api } = await generatePackage({ config: wanted, directory, specs });
  if (diagnostics.length > 0) {
    printDiagnostics(diagnostics, specs, "pretty");
  }
  if (files === undefined || api === undefined) {
    return exitCode.specIsWrong;
  }
  const routes = args.route?.map((name) => findRoute(name, api, packageOptions(wanted, directory)));
  const generated = await loadPackage([...files, parts], modules);
  const close = (): void => generated.close();
  const forget = onEnd(close);
  try {
    const exports = (await generated.load(parts.path)) as unknown as Exports;
    const { createTwin, createClient, createMcpServer, serveStdio } = exports;
    const { ASHLAR_ACCESS_TOKEN, ASHLAR_APP_KEY, ASHLAR_APP_SECRET } = process.env;
    const isTwin = args.server === undefined;
    const client = createClient({
      hosts: args.server ?? "http://twin",
      accessToken: ASHLAR_ACCESS_TOKEN ?? (isTwin ? "any" : undefined),
      appKey: ASHLAR_APP_KEY ?? (isTwin ? "any" : undefined),
      appSecret: ASHLAR_APP_SECRET ?? (isTwin ? "any" : undefined),
      ...(isTwin && { fetch: createTwin().fetch }),
    });
    const options = {
      client,
      routes,
      reveal: args.reveal,
      ...(args.root !== undefined && { openFile: fileOpener(args.root) }),
    };
    const factory = (): object => createMcpServer(options);
    if (listening === undefined) {
      const ended = new Promise<void>((done) => process.stdin.once("end", done).once("close", done));
      serveStdio(factory);
      await ended;
    } else {
      const server = await serveHttp(exports, factory, listening);
      process.stdout.write(`${server.url}\n`);
      await new Promise<void>((done) => onEndSignal(() => done()));
      server.close();
    }
    return exitCode.done;
  } finally {
    forget();
    close();
  }
}

/** Returns the `node_modules` folder that contains the SDK. Throws a UsageError if the SDK is not installed. */
function findModules(directory: string): string {
  for (const from of [join(directory, "index.js"), import.meta.url]) {
    try {
      const path = createRequire(from).resolve(`${sdk}/stdio`);
      return path.slice(0, path.lastIndexOf(`${sep}node_modules${sep}`) + `${sep}node_modules`.length);
    } catch {
      // It may be installed next to Ashlar.
    }
  }
  throw new UsageError(`'ashlar mcp' needs the official SDK. Run: npm install ${sdk}`);
}

/**
 * Throws a UsageError if clients do not accept a URL. The message does not contain the URL, because it may contain a
 * secret.
 */
function checkServer(url: string): void {
  if (!/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/i.test(url)) {
    throw new UsageError(
      "'--server' must be a URL such as https://api.example.com, without credentials, query or fragment.",
    );
  }
}

/** Returns the route with a name such as `files/copy:2`. Throws a UsageError if the route is not a tool. */
function findRoute(text: string, api: Api, options: PackageOptions): Pick<Route, "name" | "version"> {
  const context = createContext(api, options);
  const wanted = text.replace(/:1$/, "");
  const routes = callableNamespaces(context).flatMap((namespace) =>
    toolRoutes(namespace, context).map((route) => ({ key: routeName(namespace.name, route), namespace, route })),
  );
  const found = routes.find(({ key }) => key === wanted);
  if (found !== undefined) {
    return { name: `${found.namespace.name}/${found.route.name}`, version: found.route.version };
  }
  const all = routeNames(api);
  if (all.includes(wanted)) {
    throw new UsageError(`The route '${text}' is not a tool: it is deprecated, or its style is unknown.`);
  }
  const nearest = nearestName(wanted, all);
  throw new UsageError(`There is no route '${text}'.${nearest === undefined ? "" : ` Did you mean '${nearest}'?`}`);
}

/** Returns a function that reads files, but only those inside a folder after links have been resolved. */
function fileOpener(root: string): (path: string) => Promise<Uint8Array> {
  return async (path) => {
    const folder = await realpath(resolve(root));
    const file = await realpath(resolve(folder, path)).catch(() => undefined);
    const inside = file === undefined ? ".." : relative(folder, file);
    if (file === undefined || inside.startsWith("..") || resolve(folder, inside) !== file) {
      throw new Error(`There is no file ${path} that can be uploaded.`);
    }
    return readFile(file);
  };
}
