import { getRequestListener } from "@hono/node-server";
import { toNodeListener } from "cloud-storage-api/server/node";
import { createServer, type Server } from "node:http";
import type { Backend } from "../backend.js";
import { apiHandler } from "./api.js";
import type { Settings } from "../settings.js";
import { pages } from "./pages.js";

/** Creates the server of the API, which is below `/2/`, and of the pages. */
export async function httpServer(backend: Backend): Promise<Server> {
  const { metricsToken } = backend.settings;
  // Loaded only if there are metrics, because each garbage collection also marks all loaded code.
  const metrics =
    metricsToken === undefined ? undefined : (await import("./metrics.js")).startMetrics(backend, metricsToken);
  const api = toNodeListener(apiHandler(backend, metrics));
  const others = getRequestListener((await pages(backend)).fetch);
  const headers = headersOfAll(backend.settings);
  return createServer((request, response) => {
    response.setHeaders(headers);
    if (metrics !== undefined && request.method === "GET" && request.url === "/metrics") {
      metrics.serve(request, response);
      return;
    }
    const isApi = /^\/\d+\//.test(request.url ?? "");
    void (isApi ? api : others)(request, response);
  });
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
