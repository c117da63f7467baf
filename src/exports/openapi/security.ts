import type { Namespace, Route } from "../../ir/api.js";
import type { Printed } from "../../ir/print-json.js";
import type { Binding } from "../../generator/facts/binding-options.js";
import { authenticationKinds, permissionOf } from "../../generator/facts/context.js";

/** Returns the alternative security requirements of a route. An empty one means that no authentication is needed. */
export function operationSecurity(route: Route, binding: Binding): Printed {
  const permission = permissionOf(route, { binding });
  return kindsOf(route, binding).map((kind) =>
    kind === "noauth" ? {} : { [kind]: permission === undefined || kind === "app" ? [] : [permission] },
  );
}

/** Returns the authentication schemes that routes use, by kind. */
export function securitySchemes(namespaces: readonly Namespace[], binding: Binding): { [kind: string]: Printed } {
  const scopes = new Map<string, Set<string>>();
  for (const route of namespaces.flatMap(({ routes }) => routes)) {
    for (const kind of kindsOf(route, binding).filter((one) => one !== "noauth")) {
      const known = scopes.get(kind) ?? new Set();
      const permission = permissionOf(route, { binding });
      scopes.set(kind, permission === undefined ? known : known.add(permission));
    }
  }
  return Object.fromEntries(
    [...scopes].map(([kind, permissions]) => [kind, schemeOf(kind, [...permissions], binding)]),
  );
}

/** Returns the kinds of authentication of a route; `token` if the specification does not name a kind. */
function kindsOf(route: Route, binding: Binding): readonly string[] {
  const kinds = authenticationKinds(route, { binding }).filter((kind) => kind !== "");
  return kinds.length === 0 ? ["token"] : kinds;
}

function schemeOf(kind: string, permissions: readonly string[], { oauth }: Binding): Printed {
  if (kind === "app") {
    return { type: "http", scheme: "basic", description: "The key and the secret of an app." };
  }
  const description = kind === "token" ? "An access token." : `An access token of the kind \`${kind}\`.`;
  const { authorizeUrl, tokenUrl } = oauth;
  if (authorizeUrl === undefined || tokenUrl === undefined || kind === "token") {
    return { type: "http", scheme: "bearer", description };
  }
  const scopes = Object.fromEntries(permissions.toSorted().map((name) => [name, `The permission ${name}.`]));
  const authorizationCode = { authorizationUrl: authorizeUrl, tokenUrl, scopes };
  return { type: "oauth2", description, flows: { authorizationCode } };
}
