import { Hono } from "hono";
import { cors } from "hono/cors";
import type { Backend } from "../backend.js";
import type { Settings } from "../settings.js";

const clientAuthentication = ["client_secret_basic", "client_secret_post", "none"];

/** Returns the metadata of the authorization server (RFC 8414), for `/.well-known/oauth-authorization-server`. */
export function authorizationServerMetadata({ settings }: Backend): Hono {
  const metadata = new Hono();
  metadata.use(cors());
  metadata.get("/", (context) => {
    const issuer = resolveIssuer(settings, context.req.url);
    return context.json({
      issuer,
      authorization_endpoint: `${issuer}/oauth2/authorize`,
      token_endpoint: `${issuer}/oauth2/token`,
      token_endpoint_auth_methods_supported: clientAuthentication,
      revocation_endpoint: `${issuer}/oauth2/revoke`,
      revocation_endpoint_auth_methods_supported: clientAuthentication,
      introspection_endpoint: `${issuer}/oauth2/introspect`,
      introspection_endpoint_auth_methods_supported: clientAuthentication.filter((method) => method !== "none"),
      response_types_supported: ["code", "token"],
      response_modes_supported: ["query", "fragment"],
      grant_types_supported: ["authorization_code", "implicit"],
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
    });
  });
  return metadata;
}

/**
 * Returns the URL that identifies the service as an authorization server (RFC 8414, RFC 9207): the public URL of the pages or,
 * if none is set, the origin of the request.
 */
export function resolveIssuer({ webUrl }: Pick<Settings, "webUrl">, requestUrl: string): string {
  return webUrl ?? new URL(requestUrl).origin;
}
