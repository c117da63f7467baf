import type { MiddlewareHandler } from "hono";
import { limitForms } from "./limit-forms.js";
import { every } from "hono/combine";
import { secureHeaders } from "hono/secure-headers";

/** Prevents pages from being framed, cached, or loading foreign resources, and limits the size of forms. */
export const protection: MiddlewareHandler = every(
  limitForms,
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
