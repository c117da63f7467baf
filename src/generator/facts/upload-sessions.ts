import type { Field, Name, Namespace, Route, Type } from "../../ir/api.js";
import type { Lookup } from "../../ir/walk.js";
import { routeStyle, type Context } from "./context.js";
import { isRequired, structFields, unionTags } from "./members.js";

/** Three routes that upload content in chunks, and their relevant fields. */
export interface UploadSession {
  /** The common prefix of the route names, such as `upload_session`. */
  readonly name: string;
  readonly start: Route;
  readonly append: Route;
  readonly finish: Route;
  /** The field that contains the id of the session, in the result of `start` and in the cursor. */
  readonly id: string;
  /** The type of the id in the cursor. */
  readonly idType: Type;
  /** The field of the cursor that contains the number of bytes that have been uploaded. */
  readonly offset: string;
  /** Whether the offset is a 64-bit integer. */
  readonly is64Bits: boolean;
  /** The field in the argument of `append` that holds the cursor; undefined if the argument is the cursor itself. */
  readonly appendCursor: string | undefined;
  /** The field in the argument of `finish` that holds the cursor. */
  readonly finishCursor: string;
  /** How to send the chunks in any order; undefined if the session does not support it. */
  readonly concurrency: Concurrency | undefined;
  /** The field in the error of `append` that contains the number of bytes received by the service; undefined if there is none. */
  readonly correctOffset: string | undefined;
}

interface Concurrency {
  /** The field in the argument of `start` that selects the kind of session, and the tag for this kind. */
  readonly typeField: string;
  readonly tag: string;
  /** The field in the argument of `append` that marks the last chunk. */
  readonly closeField: string;
}

/**
 * Finds the upload sessions of a namespace by the types of its routes, all three of which take content:
 *
 * - a route that requires no argument starts a session: its result has an id as its only required field;
 * - a route without a result appends: its argument is a cursor, whose only required fields are that id and an integer,
 *   or contains one;
 * - a route with a result finishes: its argument contains such a cursor.
 *
 * If there are several routes to append or to finish, the latest version is used. Deprecated routes are ignored.
 */
export function uploadSessions(namespace: Namespace, context: Context): UploadSession[] {
  const routes = namespace.routes.filter(
    (route) => routeStyle(route, context) === "upload" && route.deprecated === undefined,
  );
  return routes.flatMap((start) => {
    const id = sessionId(start, context.lookup);
    return id === undefined ? [] : (sessionFrom(start, id, routes, context) ?? []);
  });
}

function sessionFrom(
  start: Route,
  id: string,
  routes: readonly Route[],
  { lookup }: Context,
): UploadSession | undefined {
  const append = latest(routes.filter((route) => isVoid(route.result, lookup) && appendCursor(route, id, lookup)));
  const cursor = append && appendCursor(append, id, lookup);
  if (append === undefined || cursor === undefined) {
    return undefined;
  }
  const finishes = routes.flatMap((route) => {
    const field = isVoid(route.result, lookup) ? undefined : cursorField(route, cursor.type, lookup);
    return field === undefined ? [] : [{ route, field }];
  });
  const finish = latest(finishes.map(({ route }) => route));
  const finishCursor = finishes.find(({ route }) => route === finish)?.field;
  if (finish === undefined || finishCursor === undefined) {
    return undefined;
  }
  return {
    name: commonName([start, append, finish]),
    start,
    append,
    finish,
    id,
    idType: cursor.idType,
    offset: cursor.offset,
    is64Bits: cursor.is64Bits,
    appendCursor: cursor.field,
    finishCursor,
    concurrency: findConcurrency(start, append, lookup),
    correctOffset: onlyName(offsetsInError(append.error, lookup)),
  };
}

/** Returns the only required field in the result of a route that requires no argument, if it is a string; undefined otherwise. */
function sessionId(start: Route, lookup: Lookup): string | undefined {
  const [id, ...others] = structFields(start.result, lookup).filter((field) => isRequired(field, lookup));
  const needsArgument = structFields(start.arg, lookup).some((field) => isRequired(field, lookup));
  const takesStruct = isVoid(start.arg, lookup) || lookup.plainStruct(start.arg) !== undefined;
  return id !== undefined && others.length === 0 && isString(id, lookup) && takesStruct && !needsArgument
    ? id.name
    : undefined;
}

interface Cursor {
  /** The field of the argument that holds the cursor; undefined if the argument is the cursor. */
  readonly field: string | undefined;
  readonly type: Name;
  readonly idType: Type;
  readonly offset: string;
  readonly is64Bits: boolean;
}

function appendCursor(route: Route, id: string, lookup: Lookup): Cursor | undefined {
  const direct = cursorType(route.arg, id, lookup);
  if (direct !== undefined) {
    return { field: undefined, ...direct };
  }
  const [holder, ...others] = structFields(route.arg, lookup).filter((field) => isRequired(field, lookup));
  const inner = holder === undefined || others.length > 0 ? undefined : cursorType(holder.type, id, lookup);
  return inner && holder && { field: holder.name, ...inner };
}

/** Returns a type as a cursor if its only required fields are the id of a session and an integer; undefined otherwise. */
function cursorType(type: Type, id: string, lookup: Lookup): Omit<Cursor, "field"> | undefined {
  const struct = lookup.plainStruct(type);
  const required = structFields(type, lookup).filter((field) => isRequired(field, lookup));
  const offset = required.find((field) => isInteger(field, lookup));
  const idField = required.find((field) => field.name === id && isString(field, lookup));
  return struct !== undefined && offset !== undefined && idField !== undefined && required.length === 2
    ? {
        type: struct.name,
        idType: idField.type,
        offset: offset.name,
        is64Bits: lookup.withoutAliases(offset.type).kind.endsWith("64"),
      }
    : undefined;
}

/** Returns the required field in the argument of a route that holds a cursor. */
function cursorField(route: Route, cursor: Name, lookup: Lookup): string | undefined {
  const field = structFields(route.arg, lookup).find((field) => {
    const type = lookup.plainStruct(field.type)?.name;
    return isRequired(field, lookup) && type?.namespace === cursor.namespace && type.name === cursor.name;
  });
  return field?.name;
}

function findConcurrency(start: Route, append: Route, lookup: Lookup): Concurrency | undefined {
  const types = structFields(start.arg, lookup).flatMap((field) => {
    const tag = unionTags(lookup.withoutNull(field.type), lookup).find(({ name, type }) => {
      return name === "concurrent" && isVoid(type, lookup);
    });
    return tag === undefined ? [] : [{ typeField: field.name, tag: tag.name }];
  });
  const closing = structFields(append.arg, lookup).filter((field) => {
    return !isRequired(field, lookup) && lookup.bare(field.type).kind === "boolean";
  });
  const [type] = types;
  const closeField = onlyName(closing.map(({ name }) => name));
  return type !== undefined && closeField !== undefined ? { ...type, closeField } : undefined;
}

/** Returns the required integers of the structs in the variants of an error. */
function offsetsInError(error: Type, lookup: Lookup): string[] {
  return unionTags(error, lookup).flatMap(({ type }) => {
    const required = structFields(lookup.withoutNull(type), lookup).filter((field) => isRequired(field, lookup));
    return required.filter((field) => isInteger(field, lookup)).map(({ name }) => name);
  });
}

function onlyName(names: readonly string[]): string | undefined {
  const [name, ...others] = new Set(names);
  return others.length === 0 ? name : undefined;
}

function latest(routes: readonly Route[]): Route | undefined {
  const [name, ...others] = new Set(routes.map(({ name }) => name));
  const versions = routes.toSorted((a, b) => b.version - a.version);
  return name !== undefined && others.length === 0 ? versions[0] : undefined;
}

/** Returns the common prefix of route names, in whole words: `upload_session` for `upload_session/start` and similar names. */
function commonName(routes: readonly Route[]): string {
  const words = routes.map(({ name }) => name.split(/(?<=[^A-Za-z0-9])|(?=[^A-Za-z0-9])/));
  const [first = []] = words;
  const end = first.findIndex((word, index) => words.some((others) => others[index] !== word));
  return first
    .slice(0, end === -1 ? first.length : end)
    .join("")
    .replace(/[^A-Za-z0-9]+$/, "");
}

function isVoid(type: Type, lookup: Lookup): boolean {
  return lookup.withoutAliases(type).kind === "void";
}

function isString({ type }: Field, lookup: Lookup): boolean {
  return lookup.withoutAliases(type).kind === "string";
}

function isInteger({ type }: Field, lookup: Lookup): boolean {
  const { kind } = lookup.withoutAliases(type);
  return kind === "int32" || kind === "uint32" || kind === "int64" || kind === "uint64";
}
