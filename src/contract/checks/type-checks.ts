import { errorPath } from "../../../templates/runtime/routes/error-summary.js";
import type { Json, Type } from "../../ir/api.js";
import { qualified } from "../../ir/names.js";
import type { Lookup } from "../../ir/walk.js";
import { wrongMember, type FindingCode } from "../findings/problem.js";
import { resultJson, isSuccess, isRefusal, bodyJson, jsonOf, type AnsweredReply } from "../http/exchange.js";
import { findMismatch, type RouteCodecs, type CodecMismatch, type Check } from "./check.js";
import { valueAt } from "../values/places.js";
import { isObject } from "../../ir/is-object.js";

/** Reports a result that does not match its type. */
export const resultType: Check = (exchange, { context: { binding, lookup }, isNewer }, codecs) => {
  const { call, reply } = exchange;
  const { route } = call;
  if (reply.kind === "failed" || !isSuccess(exchange)) {
    return undefined;
  }
  if (!route.hasResult && route.style !== "download" && reply.body.byteLength === 0) {
    return undefined; // clients accept it in place of `null`
  }
  const replyJson = resultJson(exchange, reply, binding.headers.result);
  const subject = `${route.name}#result`;
  if ("problem" in replyJson) {
    const expected =
      route.style === "download"
        ? `The result of a download is JSON in the header ${binding.headers.result}.`
        : "The body of a reply with status 200 is the result as JSON.";
    return { code: "result-type", title: replyJson.problem, expected, cause: replyJson.problem, subject };
  }
  const mismatch = replyMismatch(codecs, "result", replyJson.json, route.route.result, lookup);
  if (mismatch === undefined) {
    return undefined;
  }
  const isAboutNewer = isNewer && mismatch.newer !== undefined;
  return {
    code: isAboutNewer ? mismatch.newer : route.isPoll && mismatch.segments.length > 0 ? "job" : "result-type",
    title: `The result does not match its type: ${mismatch.message}`,
    expected: route.hasResult
      ? "The result has every required field, each value fits its type, and there is nothing else."
      : "The result of the route is Void: the body is null, or empty.",
    cause: causeOf(mismatch),
    detail: mismatch.message,
    subject: mismatch.subject ?? subject,
    wrong: wrongMember(mismatch.segments, replyJson.json),
  };
};

/**
 * Reports an error of the route with another status than 409, a reply with status 409 whose body is not an error of the
 * route, or a summary that names another error.
 */
export const errorType: Check = ({ call: { route }, reply }, { context: { lookup }, isNewer }, codecs) => {
  if (reply.kind === "failed") {
    return undefined;
  }
  const subject = `${route.name}#error`;
  if (reply.status !== 409) {
    const path = isRefusal(reply.status) ? routeErrorPath(reply, codecs) : undefined;
    return path === undefined
      ? undefined
      : {
          code: "error-type",
          title: `The route's error ${path} is sent with status ${reply.status}`,
          expected:
            "Errors of the route's error type have status 409. Programs take other statuses for other kinds of errors.",
          cause: `status ${reply.status}`,
          subject,
        };
  }
  const form = 'The body of a reply with status 409 is { "error_summary": "…", "error": … }.';
  const replyJson = bodyJson(reply);
  if ("problem" in replyJson) {
    return { code: "error-type", title: replyJson.problem, expected: form, cause: replyJson.problem, subject };
  }
  const body = replyJson.json;
  const missing = ["error_summary", "error"].find((name) => !isObject(body) || !Object.hasOwn(body, name));
  if (!isObject(body) || missing !== undefined) {
    return {
      code: "error-type",
      title: `The body of the error has no ${missing ?? "members"}`,
      expected: form,
      cause: `no ${missing ?? "members"}`,
      subject,
    };
  }
  const { error = null, error_summary: summary } = body;
  const mismatch = replyMismatch(codecs, "error", error, route.route.error, lookup);
  if (mismatch !== undefined) {
    const isVoid = lookup.withoutAliases(route.route.error).kind === "void";
    return {
      code: isNewer && mismatch.newer !== undefined ? mismatch.newer : "error-type",
      title: isVoid
        ? "The route answers with an error of its own (status 409), although it has none"
        : `The error does not match the route's error type: ${mismatch.message}`,
      expected: isVoid
        ? "The error type of the route is Void: what goes wrong has another status than 409."
        : "The member error is a value of the route's error type.",
      cause: causeOf(mismatch),
      detail: mismatch.message,
      subject: mismatch.subject ?? subject,
    };
  }
  const path = errorPath(error);
  const isRight =
    typeof summary === "string" && (path === "" || new RegExp(`^${escapeRegex(path)}(?![^/.])`).test(summary));
  return isRight
    ? undefined
    : {
        code: "error-summary",
        title: `error_summary is ${JSON.stringify(summary)}, and does not begin with "${path}/"`,
        expected: "error_summary begins with the tags of the error, from the outside in, each followed by a slash.",
        cause: "summary",
        subject,
      };
};

/** Returns the path of the route's own error in a reply, such as `not_found`; undefined for `other` or if there is no such error. */
function routeErrorPath(reply: AnsweredReply, codecs: RouteCodecs): string | undefined {
  const json = jsonOf(reply);
  const error = isObject(json) ? json["error"] : undefined;
  const path = error === undefined ? "" : errorPath(error);
  return path === "" ||
    path === "other" ||
    error === undefined ||
    findMismatch(codecs, "error", error, true) !== undefined
    ? undefined
    : path;
}

function escapeRegex(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** A value that does not match its type, and whether a newer specification could explain it. */
interface ReplyMismatch extends CodecMismatch {
  readonly newer: Extract<FindingCode, "undocumented-field" | "undocumented-tag"> | undefined;
  /** The declaration of the incorrect member, such as `files.FileMetadata.size`; undefined if the whole result or error is incorrect. */
  readonly subject: string | undefined;
}

/**
 * Returns where the result or the error of a reply does not match its type; undefined if it matches. Replies are read
 * strictly, because the server and the test have the same specification. The tag `other` is accepted, because servers return
 * it for cases that the specification has no tag for.
 */
function replyMismatch(
  codecs: RouteCodecs,
  part: "result" | "error",
  json: Json,
  type: Type,
  lookup: Lookup,
): ReplyMismatch | undefined {
  const lenient = findMismatch(codecs, part, json, false);
  if (lenient !== undefined) {
    return { ...lenient, newer: undefined, subject: subjectOf(lenient.segments, json, type, lookup) };
  }
  const strict = findMismatch(codecs, part, json, true);
  if (strict === undefined) {
    return undefined;
  }
  if (strict.code === "unknown-tag") {
    const place = strict.segments.at(-1) === ".tag" ? strict.segments.slice(0, -1) : strict.segments;
    const value = valueAt(json, place);
    const tag = isObject(value) ? value[".tag"] : value;
    if (tag === "other") {
      return undefined;
    }
  }
  const newer =
    strict.code === "unknown-field" || strict.code === "unexpected-key"
      ? "undocumented-field"
      : strict.code === "unknown-tag"
        ? "undocumented-tag"
        : undefined;
  return { ...strict, newer, subject: subjectOf(strict.segments, json, type, lookup) };
}

/** Returns the declaration of the member at the end of a path, such as `files.FileMetadata.size`. */
export function subjectOf(
  segments: CodecMismatch["segments"],
  json: Json,
  declared: Type,
  lookup: Lookup,
): string | undefined {
  let type = lookup.bare(declared);
  let at: Json | undefined = json;
  let subject: string | undefined;
  for (const segment of segments) {
    if (type.kind === "list") {
      type = lookup.bare(type.of);
    } else if (type.kind === "map") {
      type = lookup.bare(type.value);
    } else if (type.kind === "ref") {
      const name = variantType(at, type, lookup);
      const owned = lookup.field(name, segment);
      if (owned === undefined) {
        return subject ?? qualified(type);
      }
      subject = `${qualified(owned.owner)}.${owned.field.name}`;
      type = lookup.bare(owned.field.type);
    } else {
      return subject;
    }
    at = valueAt(at, [segment]);
  }
  return subject ?? (type.kind === "ref" ? qualified(type) : undefined);
}

/** Returns the struct whose fields the object contains: that of the object's tag, if the fields are beside the tag. */
function variantType(
  json: Json | undefined,
  name: { readonly namespace: string; readonly name: string },
  lookup: Lookup,
): { readonly namespace: string; readonly name: string } {
  const definition = lookup.definition(name);
  const tag = isObject(json) ? json[".tag"] : undefined;
  if (definition.kind === "union") {
    const field = lookup.field(name, tag)?.field;
    return (field && lookup.plainStruct(lookup.withoutNull(field.type))?.name) ?? name;
  }
  return definition.kind === "struct"
    ? (definition.subtypes?.tags.find((each) => each.name === tag)?.type ?? name)
    : name;
}

/** Returns the violated declaration, or else the path, as the cause of a finding: the same mistake in two items or results is one finding. */
function causeOf({ segments, subject }: ReplyMismatch): string {
  return subject ?? segments.map((segment) => (typeof segment === "number" ? "[]" : segment)).join(".");
}
