import { fileURLToPath } from "node:url";
import { serve } from "@hono/node-server";
import { adminServer } from "./admin-server.js";

/** The environment variables that have to be set. */
function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "") {
    throw new Error(`${name} must be set: where the service is, and the key and secret of an app of teams.`);
  }
  return value;
}

try {
  const port = Number(process.env["PORT"] ?? 4200);
  const url = process.env["ADMIN_URL"] ?? `http://localhost:${port}`;
  const app = adminServer({
    serviceUrl: setting("SERVICE_URL"),
    appKey: setting("APP_KEY"),
    appSecret: setting("APP_SECRET"),
    url,
    pageFolder: fileURLToPath(new URL("page", import.meta.url)),
  });
  serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }, () => {
    process.stdout.write(`Team administration: ${url}, whose callback ${url}/callback the app must have registered.\n`);
  });
} catch (thrown) {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
  process.exitCode = 1;
}
