import type { Api, Route, Value } from "../ir/api.js";
import { isEqual } from "../ir/equal.js";
import type { RouteChange } from "./route-change.js";
import { routeVerdicts } from "./route-verdicts.js";

/** The names of the route attributes that define how a route is called, and the meaning of other attributes. */
export interface AttributeMeanings {
  readonly style: string;
  readonly host: string;
  readonly auth: string;
  readonly permission: string;
  /** Attributes whose values callers must satisfy, such as a permission. An additional value requires more of callers (CMP-83). */
  readonly required: ReadonlySet<string>;
}

/** Compares the attributes of the routes of two APIs. Defaults of the schema are applied. */
export class AttributeComparison {
  readonly #meanings: AttributeMeanings;
  readonly #before: Values;
  readonly #after: Values;

  constructor(before: Api, after: Api, meanings: AttributeMeanings) {
    this.#meanings = meanings;
    this.#before = defaultsOf(before);
    this.#after = defaultsOf(after);
  }

  /** Returns the changes of a route. A changed default is one subject for all routes that use it. Without a style, a route is of style `rpc`. */
  compare(before: Route, after: Route, route: string): readonly RouteChange[] {
    const names = new Set([...Object.keys(before.attributes), ...Object.keys(after.attributes)]);
    return [...names].flatMap((name) => {
      const valueIn = (values: Values): Value => values[name] ?? (name === this.#meanings.style ? "rpc" : null);
      const [from, to] = [valueIn(before.attributes), valueIn(after.attributes)];
      const isDefault = isEqual(from, valueIn(this.#before)) && isEqual(to, valueIn(this.#after));
      const subject = isDefault ? `stone_cfg.Route.${name}` : `${route}@${name}`;
      return isEqual(from, to) ? [] : [{ ...judge(name, from, to, this.#meanings), subject, details: { from, to } }];
    });
  }
}

/** Attribute to its value. */
type Values = Readonly<Record<string, Value | undefined>>;

function defaultsOf({ stoneCfg }: Api): Values {
  const schema = stoneCfg?.types.find(({ name }) => name === "Route");
  return Object.fromEntries(schema?.fields.map((field) => [field.name, field.default]) ?? []);
}

function judge(
  name: string,
  from: Value,
  to: Value,
  meanings: AttributeMeanings,
): Pick<RouteChange, "rule" | "verdict"> {
  switch (name) {
    case meanings.style:
      return { rule: "style-changed", verdict: routeVerdicts["style-changed"] };
    case meanings.host:
      return { rule: "host-changed", verdict: routeVerdicts["host-changed"] };
    case meanings.auth:
      return judgeAuth(from, to);
    case meanings.permission:
      return { rule: "permission-changed", verdict: routeVerdicts["permission-changed"](to !== null) };
    default: {
      const isRequired = meanings.required.has(name) && to !== null;
      return { rule: "attribute-changed", verdict: routeVerdicts["attribute-changed"](isRequired) };
    }
  }
}

function judgeAuth(from: Value, to: Value): Pick<RouteChange, "rule" | "verdict"> {
  const old = waysOf(from);
  const now = waysOf(to);
  if (!acceptsAll(now, old)) {
    return { rule: "auth-narrowed", verdict: routeVerdicts["auth-narrowed"] };
  }
  return acceptsAll(old, now)
    ? { rule: "attribute-changed", verdict: routeVerdicts["attribute-changed"](false) }
    : { rule: "auth-widened", verdict: routeVerdicts["auth-widened"] };
}

/** The method of a route that names none, which accepts credentials of any kind. */
const anyCredentials = "";

/** Returns the authentication methods in a value such as `app, user`. */
function waysOf(value: Value): ReadonlySet<string> {
  const text = typeof value === "object" && value !== null ? value.tag : String(value ?? anyCredentials);
  return new Set(text.split(",").map((way) => way.trim()));
}

/** Whether a server with some methods accepts all requests of a client with others. */
function acceptsAll(server: ReadonlySet<string>, client: ReadonlySet<string>): boolean {
  return [...client].every(
    (way) => server.has("noauth") || server.has(way) || (way !== "noauth" && server.has(anyCredentials)),
  );
}
