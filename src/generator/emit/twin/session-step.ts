import type { Json, Namespace, Route } from "../../../ir/api.js";
import type { Lookup } from "../../../ir/walk.js";
import { errorPaths } from "../../../values/error-paths.js";
import type { Context } from "../../facts/context.js";
import { structFields } from "../../facts/members.js";
import { uploadSessions, type UploadSession } from "../../facts/upload-sessions.js";
import { freshText, type Fresh } from "./fresh.js";
import { routeKey } from "./route-key.js";

/** The role of a route in an upload session (TWIN-24). */
export interface SessionStep {
  readonly step: "start" | "append" | "finish";
  /** The route that ends the upload. */
  readonly finish: string;
  /** The field with the id of the session. */
  readonly id: string;
  /** The field of the argument that holds the cursor; undefined if the argument is the cursor itself. */
  readonly cursor?: string;
  readonly offset: string;
  /** The field of the argument that marks the last chunk. */
  readonly close?: string;
  readonly fresh?: Fresh;
  /** The paths of the errors for a session that does not exist, for a closed one, and for an incorrect offset. */
  readonly unknown?: string;
  readonly closed?: string;
  readonly wrongOffset?: { readonly path: string; readonly field: string };
}

/** Returns the role of a route in an upload session; undefined if it has none. */
export function findSessionStep(route: Route, namespace: Namespace, context: Context): SessionStep | undefined {
  for (const session of uploadSessions(namespace, context)) {
    const step = (["start", "append", "finish"] as const).find((each) => session[each] === route);
    if (step !== undefined) {
      return describeStep(step, route, session, namespace, context.lookup);
    }
  }
  return undefined;
}

function describeStep(
  step: SessionStep["step"],
  route: Route,
  { finish, id, offset, appendCursor, finishCursor, correctOffset }: UploadSession,
  namespace: Namespace,
  lookup: Lookup,
): SessionStep {
  const cursor = step === "append" ? appendCursor : step === "finish" ? finishCursor : undefined;
  const close = structFields(route.arg, lookup).find(({ name }) => name === "close");
  const idField = step === "start" ? structFields(route.result, lookup).find(({ name }) => name === id) : undefined;
  const fresh = idField && freshText(idField.type, "session", lookup);
  const errors = errorPaths(route.error, lookup);
  const wrong = correctOffset && errors.find(({ value }) => hasMember(value, correctOffset))?.path;
  const unknown = errors.find(({ path }) => path.endsWith("not_found"))?.path;
  const closed = errors.find(({ path }) => /(?:^|\/)closed$/.test(path))?.path;
  return {
    step,
    finish: routeKey(namespace, finish),
    id,
    offset,
    ...(cursor !== undefined && { cursor }),
    ...(close && { close: close.name }),
    ...(fresh && { fresh }),
    ...(unknown !== undefined && { unknown }),
    ...(closed !== undefined && { closed }),
    ...(wrong !== undefined && correctOffset !== undefined && { wrongOffset: { path: wrong, field: correctOffset } }),
  };
}

/** Whether a value has a member with this name, at any depth. */
function hasMember(value: Json, name: string): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    (Object.hasOwn(value, name) || Object.values(value).some((member: Json) => hasMember(member, name)))
  );
}
