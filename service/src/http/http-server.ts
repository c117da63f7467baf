import { getRequestListener } from "@hono/node-server";
import { toNodeListener } from "cloud-storage-api/server/node";
import { createServer, type Server } from "node:http";
import type { Backend } from "../backend.js";
import { apiHandler } from "./api.js";
import { pages } from "./pages.js";

/** The server: the API below `/2/`, and the pages. */
export async function httpServer(backend: Backend): Promise<Server> {
  const api = toNodeListener(apiHandler(backend));
  const others = getRequestListener((await pages(backend)).fetch);
  return createServer((request, response) => {
    const isApi = /^\/\d+\//.test(request.url ?? "");
    void (isApi ? api : others)(request, response);
  });
}
