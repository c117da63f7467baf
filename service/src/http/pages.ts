import { Hono } from "hono";
import sql from "sql-template-tag";
import type { Backend } from "../backend.js";
import { temporaryFile, temporaryPath } from "../files/temporary-file.js";
import { controls } from "../controls/controls.js";

/** What is served besides the API. */
export function pages(backend: Backend): Hono {
  const app = new Hono();
  app.get("/health", async (context) => {
    const isWell = !backend.stopping.aborted && (await isReachable(backend));
    return context.json({ status: isWell ? "ok" : "unavailable" }, isWell ? 200 : 503);
  });
  app.get(`${temporaryPath}/*`, ({ req }) => temporaryFile(backend, req.raw));
  if (backend.settings.hasTestControls) {
    const handler = controls(backend);
    app.all("/test/*", ({ req }) => handler(req.raw));
  }
  app.onError((error, context) => {
    backend.log.error(error, "a page has failed");
    return context.text("Something went wrong. Please try again.", 500);
  });
  app.notFound((context) => context.text(`There is nothing at ${context.req.path}.`, 404));
  return app;
}

async function isReachable({ database }: Backend): Promise<boolean> {
  return database.first(sql`select 1`).then(
    () => true,
    () => false,
  );
}
