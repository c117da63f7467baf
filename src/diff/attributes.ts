import type { Route, Value } from "../ir/api.js";
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

/** Compares the attributes of a route. Defaults of the schema are applied. */
export function compareAttributes(
  before: Route,
  after: Route,
  meanings: AttributeMeanings,
  subject: string,
): readonly RouteChange[] {
  const names = new Set([...Object.keys(before.attributes), ...Object.keys(after.attributes)]);
  return [...names].flatMap((name) => {
    const from = before.attributes[name] ?? null;
    const to = after.attributes[name] ?? null;
    return isEqual(from, to)
      ? []
      : [{ ...judge(name, from, to, meanings), subject: `${subject}@${name}`, details: { from, to } }];
  });
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
  const acceptsAll = now.has("noauth");
  const isNarrowed = !acceptsAll && [...old].some((way) => !now.has(way));
  if (isNarrowed) {
    return { rule: "auth-narrowed", verdict: routeVerdicts["auth-narrowed"] };
  }
  const isWidened = [...now].some((way) => !old.has(way));
  return isWidened
    ? { rule: "auth-widened", verdict: routeVerdicts["auth-widened"] }
    : { rule: "attribute-changed", verdict: routeVerdicts["attribute-changed"](false) };
}

/** Returns the authentication methods in a value such as `app, user`. */
function waysOf(value: Value): ReadonlySet<string> {
  const text = typeof value === "object" && value !== null ? value.tag : String(value ?? "");
  return new Set(text.split(",").map((way) => way.trim()));
}
