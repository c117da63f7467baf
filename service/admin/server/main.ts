import { fileURLToPath } from "node:url";
import { serve } from "@hono/node-server";
import { adminServer } from "./admin-server.js";

/**
 * Returns the value of an environment variable; an empty value counts as missing. Throws an Error if a required one is
 * missing.
 */
function setting(name: string, otherwise?: string): string {
  const text = process.env[name];
  const value = text === undefined || text === "" ? otherwise : text;
  if (value === undefined) {
    throw new Error(
      `${name} must be set. Set SERVICE_URL to the URL of the service, and APP_KEY and APP_SECRET to the key and secret of a team app.`,
    );
  }
  return value;
}

try {
  const port = Number(setting("PORT", "4200"));
  const url = setting("ADMIN_URL", `http://localhost:${port}`);
  const app = adminServer({
    serviceUrl: setting("SERVICE_URL"),
    appKey: setting("APP_KEY"),
    appSecret: setting("APP_SECRET"),
    url,
    pageFolder: fileURLToPath(new URL("page", import.meta.url)),
    onError: (error) => process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`),
  });
  serve({ fetch: app.fetch, port, hostname: setting("HOST", "127.0.0.1") }, () => {
    process.stdout.write(`Admin console: ${url}. Its app must have the redirect URI ${url}/callback.\n`);
  });
} catch (thrown) {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
  process.exitCode = 1;
}
