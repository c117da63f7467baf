import { toNodeListener } from "cloud-storage-api/server/node";
import { createServer, type RequestListener, type Server } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Backend } from "../backend.js";
import { apiHandler } from "./api.js";
import type { Settings } from "../settings.js";
import { pages } from "./pages.js";

/**
 * How long idle connections stay open, in milliseconds. Proxies must close them first (Caddy after two minutes): if the service
 * did, it could close a connection on which a request is on its way.
 */
const keepAliveTimeout = 150_000;

/** Node's timeout for the head of a request, in milliseconds, which would otherwise depend on `requestTimeout`. */
const headersTimeout = 60_000;

/** The timeout for pending requests when the service stops, in milliseconds. */
const stopTimeout = 10_000;

/** Creates the server of the API, which is below `/2/`, and of the pages. */
export async function httpServer(backend: Backend): Promise<Server> {
  const { metricsToken } = backend.settings;
  // Loaded only if there are metrics, because each garbage collection also marks all loaded code.
  const metrics =
    metricsToken === undefined ? undefined : (await import("./metrics.js")).startMetrics(backend, metricsToken);
  const api = toNodeListener(apiHandler(backend, metrics));
  const { fetch } = await pages(backend);
  // Hono finds the address of the client in the request of Node.
  const handlePage: RequestListener = (incoming, response) =>
    toNodeListener(async (request) => fetch(request, { incoming }))(incoming, response);
  const headers = headersOfAll(backend.settings);
  const listener: RequestListener = (request, response) => {
    response.setHeaders(headers);
    if (backend.stopping.aborted) {
      response.setHeader("Connection", "close");
    }
    // The target may have the absolute form (RFC 9112, section 3.2.2).
    const path = request.url?.replace(/^https?:\/\/[^/?#]*/i, "") ?? "";
    if (metrics !== undefined && path === "/metrics") {
      metrics.serve(request, response);
      return;
    }
    const isApi = /^\/\d+\//.test(path);
    (isApi ? api : handlePage)(request, response);
  };
  // An upload may take any time: the API limits its pauses. With `checkContinue`, rejected uploads need not be sent.
  const options = { keepAliveTimeout, headersTimeout, requestTimeout: 0 };
  return createServer(options, listener).on("checkContinue", listener);
}

/**
 * Closes the server when it has answered new requests for `draining` milliseconds, in which proxies stop using its connections.
 * Resolves when all pending requests are answered, or when that takes too long.
 */
export async function closeServer(server: Server, draining: number): Promise<void> {
  if (draining > 0) {
    await pause(draining);
  }
  const closed = new Promise((done) => server.close(done));
  // Connections become idle when their last request is answered.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const late = setTimeout(() => server.closeAllConnections(), stopTimeout);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}

/**
 * Returns the headers of all responses that do not set their own. Browsers must not guess content types, embed responses or
 * load anything for them and, if the public URL uses HTTPS, must never use HTTP.
 */
function headersOfAll({ webUrl }: Settings): Headers {
  return new Headers({
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    ...(webUrl?.startsWith("https:") && { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" }),
  });
}
