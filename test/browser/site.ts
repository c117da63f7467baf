import { build } from "esbuild";
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type * as files from "../../generated/src/files/index.js";
import type * as api from "../../generated/src/index.js";
import type * as server from "../../generated/src/server/index.js";
import type * as node from "../../generated/src/server/node.js";
import { generatedPackage, packageFolder } from "../support/packages.js";

/** What the script of a site exports: the generated client, as a user would bundle it. */
export type ClientScript = typeof api & { readonly files: typeof files };

const clientScript = 'export * from "spec-api"; export * as files from "spec-api/files";';

/** Answers `{ settings, path }` with the name of the file at that path, as the service knows it. */
const workerScript = `
  import { createClient } from "spec-api";
  addEventListener("message", async ({ data: { settings, path } }) => {
    const { name } = await createClient(settings).files.getMetadata({ path });
    postMessage(name);
  });
`;

/** A script that imports the package of the specification, with what it needs of it. */
async function bundled(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: await packageFolder("spec") },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
  });
  return outputFiles.map(({ text }) => text).join("");
}

/** A request as it reached a site, preflight requests included. */
export interface Received {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

/** A page and, at the same origin, a generated server. */
export interface Site {
  readonly url: string;
  /** What the server was asked, in that order. */
  readonly received: readonly Received[];
  stop(): void;
}

export interface Handlers {
  readonly auth?: Partial<server.AuthHandlers<object>>;
  readonly files?: Partial<server.FilesHandlers<object>>;
}

/** Opens a site on a port of its own, where `token` is the token of anybody. Its pages have `/client.js`, `/worker.js`. */
export async function openSite(handlers: Handlers = {}, allowedOrigins: readonly string[] = []): Promise<Site> {
  const received: Received[] = [];
  const pages = await pagesOf();
  const listener = await apiListener(handlers, allowedOrigins);
  const http = createServer((request, response) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? "", "http://site");
    const page = pages.get(path);
    if (page !== undefined) {
      response.writeHead(200, { "Content-Type": page.type }).end(page.text);
      return;
    }
    received.push({ method: request.method ?? "", path, query, headers: request.headers });
    listener(request, response);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received, stop: () => stop(http) };
}

interface PageFile {
  readonly type: string;
  readonly text: string;
}

let made: Promise<Map<string, PageFile>> | undefined;

function pagesOf(): Promise<Map<string, PageFile>> {
  made ??= makePages();
  return made;
}

async function makePages(): Promise<Map<string, PageFile>> {
  const [client, worker] = await Promise.all([bundled(clientScript), bundled(workerScript)]);
  return new Map([
    ["/", { type: "text/html", text: '<!doctype html><link rel="icon" href="data:,"><title>A page</title>' }],
    ["/client.js", { type: "text/javascript", text: client }],
    ["/worker.js", { type: "text/javascript", text: worker }],
  ]);
}

async function apiListener(handlers: Handlers, allowedOrigins: readonly string[]): Promise<RequestListener> {
  const { createHandler, unimplemented } = (await generatedPackage("spec", "server")) as typeof server;
  const { toNodeListener } = (await generatedPackage("spec", "server/node")) as typeof node;
  const handler = createHandler<object>({
    ...unimplemented,
    authenticate: ({ token }) => (token === "token" ? {} : undefined),
    allowedOrigins,
    onError: () => undefined,
    auth: { ...unimplemented.auth, ...handlers.auth },
    files: { ...unimplemented.files, ...handlers.files },
  });
  return toNodeListener(handler);
}

function stop(http: Server): void {
  http.closeAllConnections();
  http.close();
}
