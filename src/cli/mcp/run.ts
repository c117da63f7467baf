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
import { onEnd } from "../../project/end-signals.js";
import { UsageError } from "../../project/failure.js";
import { loadConfigured, readInput, type ConfigArguments } from "../../project/load-configured.js";
import { exitCode } from "../report/exit-code.js";
import { printDiagnostics } from "../report/print-diagnostics.js";

export interface McpArguments extends ConfigArguments {
  readonly server?: string | undefined;
  readonly route?: readonly string[] | undefined;
  readonly root?: string | undefined;
  readonly reveal?: boolean | undefined;
}

/** The parts of the generated package and of the SDK that are used. */
interface Exports {
  readonly createTwin: () => { readonly fetch: typeof fetch };
  readonly createClient: (options: object) => object;
  readonly createMcpServer: (options: object) => { connect(transport: object): Promise<void>; onclose?: () => void };
  readonly StdioServerTransport: new () => object;
}

const sdk = "@modelcontextprotocol/sdk";
const stdio = `${sdk}/server/stdio.js`;

/** Serves the tools until standard input ends. Returns the exit code. */
export async function runMcp(args: McpArguments): Promise<number> {
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
  const generated = await loadPackage(files, modules);
  const close = (): void => generated.close();
  const forget = onEnd(close);
  try {
    const { createTwin } = (await generated.load("dist/testing/index.js")) as unknown as Exports;
    const { createClient } = (await generated.load("dist/index.js")) as unknown as Exports;
    const { createMcpServer } = (await generated.load("dist/mcp/index.js")) as unknown as Exports;
    const { StdioServerTransport } = createRequire(modules)(stdio) as Exports;
    const { ASHLAR_ACCESS_TOKEN, ASHLAR_APP_KEY, ASHLAR_APP_SECRET } = process.env;
    const isTwin = args.server === undefined;
    const client = createClient({
      hosts: args.server ?? "http://twin",
      accessToken: ASHLAR_ACCESS_TOKEN ?? (isTwin ? "any" : undefined),
      appKey: ASHLAR_APP_KEY ?? (isTwin ? "any" : undefined),
      appSecret: ASHLAR_APP_SECRET ?? (isTwin ? "any" : undefined),
      ...(isTwin && { fetch: createTwin().fetch }),
    });
    const server = createMcpServer({
      client,
      routes,
      reveal: args.reveal,
      ...(args.root !== undefined && { openFile: fileOpener(args.root) }),
    });
    const ended = new Promise<void>((done) => process.stdin.once("end", done).once("close", done));
    await server.connect(new StdioServerTransport());
    await ended;
    return exitCode.done;
  } finally {
    forget();
    close();
  }
}

/** The `node_modules` folder that has the SDK. Throws a UsageError if it is not installed. */
function findModules(directory: string): string {
  for (const from of [join(directory, "index.js"), import.meta.url]) {
    try {
      const path = createRequire(from).resolve(stdio);
      return path.slice(0, path.lastIndexOf(`${sep}node_modules${sep}`) + `${sep}node_modules`.length);
    } catch {
      // perhaps beside Ashlar
    }
  }
  throw new UsageError(`'ashlar mcp' needs the official SDK. Run: npm install ${sdk}`);
}

/**
 * Throws a UsageError for a URL that clients do not accept. The message does not repeat it, because it may contain a secret.
 */
function checkServer(url: string): void {
  if (!/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/i.test(url)) {
    throw new UsageError(
      "'--server' must be a URL such as https://api.example.com, without credentials, query or fragment.",
    );
  }
}

/** The route with a name such as `files/copy:2`. Throws a UsageError for a name that is not a tool. */
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

/** Opens files only below a folder, after resolving links. */
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
