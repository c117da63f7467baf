import { readFileSync } from "node:fs";
import { Refusal } from "cloud-storage-api/server";
import { Hono } from "hono";
import type { Backend } from "../backend.js";
import { describeTextProblem, hasWaitedTooLong } from "../database/database.js";
import { temporaryFile, temporaryPath } from "../files/download.js";
import { authorizePages } from "../oauth/authorize-pages.js";
import { introspectionEndpoint } from "../oauth/introspection-endpoint.js";
import { authorizationServerMetadata } from "../oauth/metadata.js";
import { revocationEndpoint } from "../oauth/revocation-endpoint.js";
import { tokenEndpoint } from "../oauth/token-endpoint.js";
import { accountPages } from "../own-account/pages.js";
import { invitationPages } from "../team/members/invitation-pages.js";
import { webhookRegistration } from "../webhooks/registration.js";
import { Health, isUnavailable } from "./health.js";

/** The files that pages load, by name, with their types. */
const files = { "pages.css": "text/css", "passkeys.js": "text/javascript" };

/** Returns the app that serves everything except the API. */
export async function pages(backend: Backend): Promise<Hono> {
  const app = new Hono();
  app.use(async (context, next) => {
    const { method, path } = context.req;
    const methods = methodsOf(app, path);
    return methods.length === 0 || methods.includes(method) || method === "OPTIONS" // of pages of other origins
      ? next()
      : context.text(`The method ${method} is not supported here.`, 405, { Allow: methods.join(", ") });
  });
  const health = new Health(backend);
  app.get("/health/live", ({ json }) => json({ status: "ok" }));
  app.on("GET", ["/health", "/health/ready"], async ({ json }) => {
    const report = await health.report();
    return json(report, report.status === "ok" ? 200 : 503);
  });
  for (const [name, type] of Object.entries(files)) {
    const content = readFileSync(new URL(`../../public/${name}`, import.meta.url));
    app.get(`/${name}`, (context) => context.body(content, 200, { "Content-Type": type }));
  }
  app.route("/oauth2/authorize", authorizePages(backend));
  app.route("/oauth2/token", tokenEndpoint(backend));
  app.route("/oauth2/revoke", revocationEndpoint(backend));
  app.route("/oauth2/introspect", introspectionEndpoint(backend));
  app.route("/.well-known/oauth-authorization-server", authorizationServerMetadata(backend));
  app.route("/account", accountPages(backend));
  app.route("/invitations", invitationPages(backend));
  app.route("/webhooks", webhookRegistration(backend));
  app.get(`${temporaryPath}/*`, ({ req }) => temporaryFile(backend, req.raw));
  if (backend.settings.hasTestControls) {
    // Loaded only if they are enabled, because each garbage collection also marks all loaded code.
    const { controls } = await import("../controls/controls.js");
    const handler = controls(backend);
    app.all("/test/*", ({ req }) => handler(req.raw));
  }
  app.onError((error, context) => {
    if (error instanceof Refusal) {
      const { status, headers, body } = error.reply;
      return new Response(body, { status, headers });
    }
    if (isUnavailable(error)) {
      backend.log.warn(error, "unavailable");
      return context.text("The service is unavailable. Please try again.", 503, { "Retry-After": "1" });
    }
    if (hasWaitedTooLong(error)) {
      return context.text("The service is busy. Please try again.", 503, { "Retry-After": "1" });
    }
    const fault = describeTextProblem(error);
    if (fault !== undefined) {
      return context.text(fault, 400);
    }
    backend.log.error(error, "page failed");
    return context.text("Something went wrong. Please try again.", 500);
  });
  app.notFound((context) => context.text(`There is nothing at ${context.req.path}.`, 404));
  return app;
}

/** Returns the methods of a page; empty if there is none, or if it accepts all methods. */
function methodsOf({ router }: Hono, path: string): string[] {
  const methods = ["GET", "POST", "PUT", "DELETE"].filter((method) =>
    router.match(method, path)[0].some(([[, route]]) => route.method === method),
  );
  return methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
}
