import type { Json, Namespace, Route, Type, Name } from "../../../ir/api.js";
import { isEqual } from "../../../ir/equal.js";
import { isPrimitive } from "../../../ir/kinds.js";
import type { Lookup } from "../../../ir/walk.js";
import { chosenValue } from "../../../values/chosen-value.js";
import { errorPathsThroughFields, type ErrorPath } from "../../../values/error-paths.js";
import { strictExamples } from "../../../values/strict-examples.js";
import { listOfLatest } from "../../facts/changes.js";
import { callableRoutes, type Context } from "../../facts/context.js";
import { findPoll } from "../../facts/jobs.js";
import { structFields } from "../../facts/members.js";
import {
  errorName,
  failedTag,
  findLaunch,
  findPollData,
  findPages,
  findSessionStep,
  type Launch,
  type Poll,
  type Pages,
  type SessionStep,
} from "./call-sequences.js";
import { routeKey } from "./route-key.js";

/** An example of a result, with the argument of the same label. */
interface LabelledExample {
  readonly arg?: Json;
  readonly result: Json;
}

/** The facts about a route that the Twin needs in addition to its codecs. Values are JSON as on the wire. */
interface TwinRouteData {
  /** The chosen result; undefined if its type has no value. */
  readonly result?: Json;
  /** Label to the example. */
  readonly examples?: Readonly<Record<string, LabelledExample>>;
  /** The name of the error type, if it has paths. */
  readonly error?: string;
  readonly echo?: readonly Echo[];
  /** The places in a result that contain the size of the content. */
  readonly size?: readonly Omit<ResultPlace, "struct">[];
  readonly pages?: Pages;
  readonly launch?: Launch;
  readonly poll?: Poll;
  readonly session?: SessionStep;
  /** Set if the route waits for changes. Its result says that nothing has changed. */
  readonly isLongPoll?: true;
  /** The list route whose latest cursor this route returns. */
  readonly latestOf?: string;
}

/** The facts about the routes of a namespace that the Twin needs. */
interface TwinNamespaceData {
  readonly routes: Readonly<Record<string, TwinRouteData>>;
  /** Error type to its errors by path. */
  readonly errors: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

/**
 * Returns the data of a namespace. The context must be that of a caller's view of the API. The data of each route and error
 * type are computed on first use, so that a mock starts quickly.
 */
export function twinData(namespace: Namespace, context: Context): TwinNamespaceData {
  const { lookup } = context;
  const routes = callableRoutes(namespace, context);
  let errors: TwinNamespaceData["errors"] | undefined;
  const findErrors = (): TwinNamespaceData["errors"] => {
    const types = routes.flatMap((route) => [route.error, failedTag(route, context)?.type ?? []].flat());
    return lazyRecord(
      types.flatMap((type) => {
        const name = errorName(type, lookup);
        return name === undefined ? [] : [[name, () => errorsByPath(type, lookup)] as const];
      }),
    );
  };
  return {
    routes: lazyRecord(
      routes.map((route) => [routeKey(namespace, route), () => routeData(route, namespace, context)] as const),
    ),
    get errors() {
      return (errors ??= findErrors());
    },
  };
}

function errorsByPath(type: Type, lookup: Lookup): Readonly<Record<string, Json>> {
  return Object.fromEntries(plannedErrors(type, lookup).map(({ path, value }) => [path, value]));
}

/**
 * Returns the errors that can be planned. If the error type is a struct, a path may start with the field that contains the
 * tag: `reason/not_found` and `not_found` are the same error.
 */
function plannedErrors(type: Type, lookup: Lookup): readonly ErrorPath[] {
  const errors = errorPathsThroughFields(type, lookup);
  return lookup.plainStruct(lookup.withoutNull(type)) === undefined
    ? errors
    : errors.flatMap(({ path, value }) => [
        { path, value },
        { path: `${taggedField(value)}/${path}`, value },
      ]);
}

function taggedField(struct: Json): string {
  const fields = Object.entries(struct as Readonly<Record<string, Json>>);
  return fields.find(([, value]) => typeof value === "object" && value !== null && ".tag" in value)?.[0] ?? "";
}

/** Returns an object whose members are computed on first use. */
function lazyRecord<Value>(members: readonly (readonly [string, () => Value])[]): Readonly<Record<string, Value>> {
  const record: Record<string, Value> = {};
  for (const [name, compute] of members) {
    const get = (): Value => {
      const value = compute();
      Object.defineProperty(record, name, { value, enumerable: true });
      return value;
    };
    Object.defineProperty(record, name, { get, enumerable: true, configurable: true });
  }
  return record;
}

/** Route to the name of its error type, and error type to the paths of its errors, in the order of the specification. */
export interface TwinPaths {
  readonly routes: Readonly<Record<string, string>>;
  /** Route that launches jobs to the error type of a failed job; to an empty string if the type has no paths. */
  readonly jobs: Readonly<Record<string, string>>;
  readonly paths: Readonly<Record<string, readonly string[]>>;
}

export function twinPaths(context: Context): TwinPaths {
  const { api, lookup } = context;
  const routes: [string, string][] = [];
  const jobs: [string, string][] = [];
  const paths = new Map<string, readonly string[]>();
  const add = (type: Type): string | undefined => {
    const error = errorName(type, lookup);
    if (error !== undefined) {
      paths.set(error, paths.get(error) ?? plannedErrors(type, lookup).map(({ path }) => path));
    }
    return error;
  };
  for (const namespace of api.namespaces) {
    for (const route of callableRoutes(namespace, context)) {
      const error = add(route.error);
      if (error !== undefined) {
        routes.push([routeKey(namespace, route), error]);
      }
      const launch = findLaunch(route, namespace, context);
      const poll = launch && findPoll(route, namespace, context);
      const failed = poll && failedTag(poll.route, context);
      if (failed !== undefined) {
        jobs.push([routeKey(namespace, route), add(failed.type) ?? ""]);
      }
    }
  }
  return { routes: Object.fromEntries(routes), jobs: Object.fromEntries(jobs), paths: Object.fromEntries(paths) };
}

function routeData(route: Route, namespace: Namespace, context: Context): TwinRouteData {
  const { lookup } = context;
  const error = errorName(route.error, lookup);
  const result = chosenValue(route.result, lookup);
  const examples = labelledExamples(route, lookup);
  const size = sizePlaces(route.result, lookup);
  const pages = findPages(route, namespace, context);
  const echo = findEchoes(route, lookup, pages === undefined ? [] : ["cursor"]);
  const launch = findLaunch(route, namespace, context);
  const poll = findPollData(route, context);
  const session = findSessionStep(route, namespace, context);
  const watched = listOfLatest(route, namespace, context);
  return {
    ...(result !== undefined && { result }),
    ...(Object.keys(examples).length > 0 && { examples }),
    ...(error !== undefined && { error }),
    ...(echo.length > 0 && { echo }),
    ...(size.length > 0 && { size }),
    ...(pages && { pages }),
    ...(launch && { launch }),
    ...(poll && { poll }),
    ...(session && { session }),
    ...(isLongPoll(route, lookup) && { isLongPoll: true }),
    ...(watched && { latestOf: routeKey(namespace, watched) }),
  };
}

/** Returns label to the example of the result, with the argument's example of the same label, if any. */
function labelledExamples(route: Route, lookup: Lookup): Readonly<Record<string, LabelledExample>> {
  const args = new Map(strictExamples(route.arg, lookup).map(({ label, value }) => [label, value]));
  return Object.fromEntries(
    strictExamples(route.result, lookup).map(({ label, value }) => {
      const arg = args.get(label);
      return [label, { ...(arg !== undefined && { arg }), result: value }];
    }),
  );
}

function sizePlaces(type: Type, lookup: Lookup): readonly Omit<ResultPlace, "struct">[] {
  return resultPlaces(type, lookup).flatMap(({ struct, ...place }) => {
    const size = lookup.field(struct, "size")?.field;
    return size !== undefined && lookup.bare(size.type).kind === "uint64" ? [place] : [];
  });
}

/** Whether a route waits for changes: it accepts a timeout, and its result says whether there are changes (TWIN-20). */
function isLongPoll(route: Route, lookup: Lookup): boolean {
  const takes = structFields(route.arg, lookup).some(({ name }) => name === "timeout");
  return (
    takes &&
    structFields(route.result, lookup).some(
      ({ name, type }) => name === "changes" && lookup.withoutAliases(type).kind === "boolean",
    )
  );
}

/** The fields of a struct in a result that repeat the argument's fields of the same names (TWIN-7). */
interface Echo extends Omit<ResultPlace, "struct"> {
  readonly fields: readonly string[];
}

/** Returns the fields of a route's result that repeat fields of the argument, except those in `except`. */
function findEchoes(route: Route, lookup: Lookup, except: readonly string[]): readonly Echo[] {
  const given = new Map(structFields(route.arg, lookup).map(({ name, type }) => [name, type]));
  return resultPlaces(route.result, lookup).flatMap(({ struct, ...place }) => {
    const fields = lookup.allFields(struct).flatMap(({ field: { name, type } }) => {
      const source = given.get(name);
      return source !== undefined && !except.includes(name) && areSame(source, type, lookup) ? [name] : [];
    });
    return fields.length === 0 ? [] : [{ ...place, fields }];
  });
}

/** Whether two types are the same alias or type, or the same primitive with the same limits, regardless of nullability. */
function areSame(a: Type, b: Type, lookup: Lookup): boolean {
  const [one, other] = [withoutNullable(a, lookup), withoutNullable(b, lookup)];
  if (isEqual(one, other)) {
    return true;
  }
  const [bare, otherBare] = [lookup.withoutAliases(one), lookup.withoutAliases(other)];
  return isPrimitive(bare) && isEqual(bare, otherBare);
}

/** Returns the type without `?`. An alias is retained if it is not nullable itself. */
function withoutNullable(type: Type, lookup: Lookup): Type {
  const inner = type.kind === "nullable" ? type.of : type;
  return lookup.isNullable(inner) ? lookup.withoutNull(inner) : inner;
}

/** A struct in a result, whose fields may repeat the argument. */
interface ResultPlace {
  /** The field of the result that contains the struct; undefined for the result itself. */
  readonly at?: string;
  /** The tag of the variant or subtype; undefined if it has none. */
  readonly tag?: string;
  readonly struct: Name;
}

/** Returns the structs of a result: the result itself or its variants, and those of the only field that contains a struct (TWIN-7). */
function resultPlaces(type: Type, lookup: Lookup): readonly ResultPlace[] {
  const wholeOrVariants = structsOf(type, lookup);
  const [whole] = wholeOrVariants;
  if (whole === undefined || wholeOrVariants.length > 1 || whole.tag !== undefined) {
    return wholeOrVariants;
  }
  const inner = lookup.allFields(whole.struct).flatMap(({ field }) => {
    const structs = isStruct(field.type, lookup) ? structsOf(field.type, lookup) : [];
    return structs.length === 0 ? [] : [structs.map((place) => ({ at: field.name, ...place }))];
  });
  return inner.length === 1 ? [...wholeOrVariants, ...inner.flat()] : wholeOrVariants;
}

function isStruct(type: Type, lookup: Lookup): boolean {
  const bare = lookup.bare(type);
  return bare.kind === "ref" && lookup.definition(bare).kind === "struct";
}

function structsOf(type: Type, lookup: Lookup): readonly ResultPlace[] {
  const bare = lookup.bare(type);
  const definition = bare.kind === "ref" ? lookup.definition(bare) : undefined;
  if (bare.kind !== "ref" || definition === undefined || definition.kind === "alias") {
    return [];
  }
  if (definition.kind === "struct") {
    const { subtypes } = definition;
    return subtypes === undefined
      ? [{ struct: { namespace: bare.namespace, name: bare.name } }]
      : subtypes.tags.map(({ name, type: struct }) => ({ tag: name, struct }));
  }
  return lookup.allFields(bare).flatMap(({ field }) => {
    const struct = lookup.plainStruct(lookup.withoutNull(field.type));
    return struct === undefined ? [] : [{ tag: field.name, struct: struct.name }];
  });
}
