import type { MiddlewareHandler } from "hono";
import { limitForms } from "./limit-forms.js";
import { every } from "hono/combine";
import { secureHeaders } from "hono/secure-headers";
import type { PageEnvironment } from "./session.js";

/**
 * Prevents pages from being framed, cached, or loading foreign resources, and limits the size of forms. Only pages that use
 * passkeys can run a script, which is a file of the service.
 */
export const protection: MiddlewareHandler<PageEnvironment> = every(
  limitForms,
  async (context, next) => {
    await next();
    if (context.get("hasScript") === true) {
      const policy = context.res.headers.get("Content-Security-Policy") ?? "";
      context.header("Content-Security-Policy", `${policy}; script-src 'self'`);
    }
  },
  secureHeaders({
    // Without `formAction`, because browsers would apply it to the redirect after a form, whose target the app chooses.
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      styleSrc: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
    xFrameOptions: "DENY",
    // The HTTP server sets it for all responses.
    strictTransportSecurity: false,
    // An app may open the page in a separate window and wait for the result.
    crossOriginOpenerPolicy: false,
  }),
  async (context, next) => {
    await next();
    context.header("Cache-Control", "no-store");
  },
);
