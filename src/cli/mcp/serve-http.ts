import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import { isIPv6, type AddressInfo } from "node:net";
import { failureReason, UsageError } from "../../project/failure.js";

/** The exports of the SDK and of the package that are used for HTTP. */
export interface HttpExports {
  /** Creates a handler that creates a server for each request. */
  readonly createMcpHandler: (factory: () => object) => { fetch(request: Request): Promise<Response> };
  /** Returns the response to a request with an unexpected host, as in DNS rebinding; undefined for valid hosts. */
  readonly hostHeaderValidationResponse: (request: Request, hosts: string[]) => Response | undefined;
  /** Returns the response to a request from a page of another origin; undefined for valid origins. */
  readonly originValidationResponse: (request: Request, hosts: string[]) => Response | undefined;
  readonly localhostAllowedHostnames: () => string[];
  readonly toNodeListener: (handle: (request: Request) => Promise<Response>) => RequestListener;
}

export interface HttpOptions {
  readonly port: number;
  readonly host: string;
  /** The required bearer token; undefined if any caller is accepted. */
  readonly token: string | undefined;
}

const path = "/mcp";

/** Throws a UsageError if the options are invalid, or if anybody could call the server. */
export function checkHttpOptions({ port, host, token }: HttpOptions): void {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new UsageError("'--http' must be an integer from 0 to 65535.");
  }
  if (token === "") {
    throw new UsageError("'--token' must not be empty.");
  }
  if (!isLocal(host) && token === undefined) {
    throw new UsageError(`'--host ${host}' lets other computers call the tools. Choose a '--token' for callers.`);
  }
}

/** Serves the tools over HTTP. A new server processes each request, so that there are no sessions. */
export async function serveHttp(
  exports: HttpExports,
  factory: () => object,
  { port, host, token }: HttpOptions,
): Promise<{ readonly url: string; readonly close: () => void }> {
  const handler = exports.createMcpHandler(factory);
  const local = exports.localhostAllowedHostnames();
  const answer = async (request: Request): Promise<Response> => {
    const refused =
      (isLocal(host) ? exports.hostHeaderValidationResponse(request, local) : undefined) ??
      exports.originValidationResponse(request, isLocal(host) ? local : [...local, host]);
    if (refused !== undefined) {
      return refused;
    }
    if (new URL(request.url).pathname !== path) {
      return new Response(`The tools are at ${path}`, { status: 404 });
    }
    if (token !== undefined && !isToken(request.headers.get("authorization"), token)) {
      return new Response(null, { status: 401, headers: { "WWW-Authenticate": "Bearer" } });
    }
    return handler.fetch(request);
  };
  const server = createServer(exports.toNodeListener(answer));
  try {
    await new Promise<void>((done, fail) => server.once("error", fail).listen(port, host, done));
  } catch (thrown) {
    throw new UsageError(`Cannot listen on ${host}:${port}: ${failureReason(thrown)}. Choose another '--http'.`);
  }
  const { address, port: chosen } = server.address() as AddressInfo;
  return {
    url: `http://${isIPv6(address) ? `[${address}]` : address}:${chosen}${path}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function isLocal(host: string): boolean {
  return ["127.0.0.1", "::1", "localhost"].includes(host);
}

/** Whether a header contains the token. The comparison takes constant time. */
function isToken(header: string | null, token: string): boolean {
  const hash = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(header ?? ""), hash(`Bearer ${token}`));
}
