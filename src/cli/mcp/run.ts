import { readFile, realpath } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, relative, resolve, sep } from "node:path";
import { nearestName } from "../../text/diagnostics/nearest-name.js";
import { toolRoutes } from "../../generator/emit/mcp-tools.js";
import { Compiler } from "../../compiler/compiler.js";
import { callableNamespaces, createContext, type Context } from "../../generator/facts/context.js";
import { routeNames } from "../../generator/facts/route-selection.js";
import { apiForPackage } from "../../project/generate/generate-package.js";
import type { Route } from "../../ir/api.js";
import { routeName } from "../../ir/names.js";
import type { Config } from "../../project/config.js";
import { packageOptions } from "../../project/configured-package.js";
import { onEnd, onEndSignal } from "../../project/end-signals.js";
import { UsageError } from "../../project/failure.js";
import { loadConfigured, readInput, type ConfigArguments } from "../../project/load-configured.js";
import { exitCode } from "../report/process.js";
import { printDiagnostics } from "../report/print-diagnostics.js";
import { loadTwin, type LoadedTwin, type LoadTwinOptions } from "../mock/load-twin.js";
import { loadTools, sdkPackage } from "./load-tools.js";
import { checkHttpOptions, serveHttp } from "./serve-http.js";

export interface McpArguments extends ConfigArguments {
  readonly server?: string | undefined;
  readonly route?: readonly string[] | undefined;
  readonly root?: string | undefined;
  readonly reveal?: boolean | undefined;
  readonly http?: number | undefined;
  readonly host?: string | undefined;
  readonly token?: string | undefined;
}

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
  const input = await readInput({ config, directory });
  const { specs } = input;
  const { api, diagnostics } = apiForPackage(input, new Compiler("once").compile(specs));
  if (diagnostics.length > 0) {
    printDiagnostics(diagnostics, specs, "pretty");
  }
  if (api === undefined) {
    return exitCode.specIsWrong;
  }
  const context = createContext(api, packageOptions({ ...config, output: "package", modules: "esm" }, directory));
  const routes = args.route?.map((name) => findRoute(name, context));
  const tools = await loadTools(context, modules);
  const isTwin = args.server === undefined;
  let twin: LoadedTwin | undefined;
  let loading: Promise<LoadedTwin> | undefined;
  const callTwin = async (url: string, init: RequestInit): Promise<Response> => {
    twin = await (loading ??= loadTwin(context, twinOptions(config)));
    return twin.fetch(url, init);
  };
  const close = (): void => {
    tools.close();
    twin?.close();
  };
  const forget = onEnd(close);
  try {
    const { sdk, createClient, createServer } = tools;
    const { ASHLAR_ACCESS_TOKEN, ASHLAR_APP_KEY, ASHLAR_APP_SECRET } = process.env;
    const client = createClient({
      hosts: args.server ?? "http://twin",
      accessToken: ASHLAR_ACCESS_TOKEN ?? (isTwin ? "any" : undefined),
      appKey: ASHLAR_APP_KEY ?? (isTwin ? "any" : undefined),
      appSecret: ASHLAR_APP_SECRET ?? (isTwin ? "any" : undefined),
      ...(isTwin && { fetch: callTwin }),
    });
    const options = {
      client,
      routes,
      reveal: args.reveal,
      ...(args.root !== undefined && { openFile: fileOpener(args.root) }),
    };
    const factory = (): object => createServer(options);
    if (listening === undefined) {
      const ended = new Promise<void>((done) => process.stdin.once("end", done).once("close", done));
      sdk.serveStdio(factory);
      await ended;
    } else {
      const server = await serveHttp(sdk, factory, listening);
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

function twinOptions({ twin }: Config): LoadTwinOptions {
  const callers = typeof twin === "object" ? (twin.callers ?? []) : [];
  return { callers, seed: 1, latencyMs: 0, model: undefined, onCall: () => undefined, onNote: () => undefined };
}

/** Returns the `node_modules` folder that contains the SDK. Throws a UsageError if the SDK is not installed. */
function findModules(directory: string): string {
  for (const from of [join(directory, "index.js"), import.meta.url]) {
    try {
      const path = createRequire(from).resolve(`${sdkPackage}/stdio`);
      return path.slice(0, path.lastIndexOf(`${sep}node_modules${sep}`) + `${sep}node_modules`.length);
    } catch {
      // It may be installed next to Ashlar.
    }
  }
  throw new UsageError(`'ashlar mcp' needs the official SDK. Run: npm install ${sdkPackage}`);
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
function findRoute(text: string, context: Context): Pick<Route, "name" | "version"> {
  const wanted = text.replace(/:1$/, "");
  const routes = callableNamespaces(context).flatMap((namespace) =>
    toolRoutes(namespace, context).map((route) => ({ key: routeName(namespace.name, route), namespace, route })),
  );
  const routeWithKey = routes.find(({ key }) => key === wanted);
  if (routeWithKey !== undefined) {
    return { name: `${routeWithKey.namespace.name}/${routeWithKey.route.name}`, version: routeWithKey.route.version };
  }
  const all = routeNames(context.api);
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
