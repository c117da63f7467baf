import type { MiddlewareHandler } from "hono";
import { limitForms } from "./limit-forms.js";
import { every } from "hono/combine";
import { secureHeaders } from "hono/secure-headers";

/** Keeps pages from being framed, stored, or made to load anything that is not ours, and forms from being huge. */
export const protection: MiddlewareHandler = every(
  limitForms,
  secureHeaders({
    // Without `formAction`: browsers would apply it to where the answer to a form redirects, which is up to the app.
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      styleSrc: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
    xFrameOptions: "DENY",
    // An app may open the page in a window of its own, and wait for what comes of it.
    crossOriginOpenerPolicy: false,
  }),
  async (context, next) => {
    await next();
    context.header("Cache-Control", "no-store");
  },
);
