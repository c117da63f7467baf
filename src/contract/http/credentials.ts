import type { ContractRoute } from "../contract-route.js";
import type { Call } from "./exchange.js";

/** A secret, and the name of the environment variable that contains it. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** The secrets that calls are made with. */
export interface Credentials {
  /** The token of each kind of caller; `""` is for any kind. */
  readonly tokens: Readonly<Record<string, Secret>>;
  readonly app: { readonly key: Secret; readonly secret: Secret } | undefined;
}

/** Returns the kind of caller that a route is called as; undefined if there are no credentials for the route. */
export function callerKind({ kinds }: ContractRoute, { tokens, app }: Credentials): string | undefined {
  const tokenKind = kinds.find((kind) => kind !== "app" && tokens[kind] !== undefined);
  if (tokenKind !== undefined) {
    return tokenKind;
  }
  if (kinds.includes("app") && app !== undefined) {
    return "app";
  }
  if (kinds.includes("noauth")) {
    return "noauth";
  }
  const takesToken = kinds.length === 0 || kinds.some((kind) => kind !== "app");
  if (takesToken && tokens[""] !== undefined) {
    return "";
  }
  // If the specification defines no kinds of callers, the server may have no authentication.
  return kinds.length > 0 ? undefined : (Object.keys(tokens)[0] ?? "noauth");
}

/** Whether a route must refuse calls without credentials. */
export function needsCredentials({ kinds }: ContractRoute, { tokens }: Credentials): boolean {
  return kinds.length === 0 ? Object.keys(tokens).length > 0 : !kinds.includes("noauth");
}

/** Returns the `Authorization` header of a call; undefined if the call has none. */
export function authorization(
  { route, credentials = "right" }: Pick<Call, "route" | "credentials">,
  all: Credentials,
): string | undefined {
  if (credentials === "none") {
    return undefined;
  }
  const kind = typeof credentials === "object" ? credentials.kind : callerKind(route, all);
  const value = kind === undefined ? undefined : valueFor(kind, all);
  return credentials === "wrong" && value !== undefined ? `${value.scheme} ${inventedValue(value)}` : headerOf(value);
}

interface Value {
  readonly scheme: "Bearer" | "Basic";
  readonly text: string;
}

function headerOf(value: Value | undefined): string | undefined {
  return value && `${value.scheme} ${value.scheme === "Basic" ? btoa(value.text) : value.text}`;
}

function valueFor(kind: string, { tokens, app }: Credentials): Value | undefined {
  if (kind === "app" && app !== undefined) {
    return { scheme: "Basic", text: `${app.key.value}:${app.secret.value}` };
  }
  const token = tokens[kind];
  return token && { scheme: "Bearer", text: token.value };
}

/** Returns credentials of the same form that belong to nobody, by replacing each letter and digit. */
function inventedValue({ scheme, text }: Value): string {
  const other = (from: string, size: number) => (character: string) =>
    String.fromCharCode(
      from.charCodeAt(0) + ((character.charCodeAt(0) - from.charCodeAt(0) + Math.floor(size / 2)) % size),
    );
  const wrong = text
    .replace(/[a-z]/g, other("a", 26))
    .replace(/[A-Z]/g, other("A", 26))
    .replace(/[0-9]/g, other("0", 10));
  return scheme === "Basic" ? btoa(wrong) : wrong;
}
