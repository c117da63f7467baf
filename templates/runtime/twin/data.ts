import type { Encode } from "../codecs/check.js";
import type { Binding } from "../routes/binding.js";
import type { Route } from "../routes/route.js";
import type { Fresh } from "./fresh-texts.js";
import type { ModelData } from "./model.js";
import type { ServerRoute } from "../server/server-route.js";

/** The data of an API from which its Twin is made. */
export interface TwinApi {
  readonly binding: Binding;
  readonly namespaces: readonly TwinNamespace[];
  readonly paths: TwinPaths;
  /** The encoders of the structs that models can keep. */
  readonly types: Readonly<Record<string, Encode<never>>>;
  /** Loads the data of the API that models need. */
  readonly loadModelData: () => ModelData | Promise<ModelData>;
  /** The permissions of the callers for `Omitted` fields. */
  readonly callers: readonly string[];
  /** Encodes and signs a notification; undefined if the package has no webhooks. */
  readonly sign?: SignNotification;
}

export type SignNotification = (
  payload: never,
  secret: string,
) => Promise<{ readonly body: string; readonly headers: Readonly<Record<string, string>> }>;

/** The routes of a namespace. Their data is loaded when the first of them is called. */
export interface TwinNamespace {
  readonly routes: readonly ServerRoute[];
  readonly load: () => TwinNamespaceData | Promise<TwinNamespaceData>;
}

/** The error type of each route, and the paths of each error type. */
export interface TwinPaths {
  readonly routes: Readonly<Record<string, string>>;
  /** Route that launches jobs to the error type of a failed job; to an empty string if that type has no paths. */
  readonly jobs: Readonly<Record<string, string>>;
  readonly paths: Readonly<Record<string, readonly string[]>>;
}

/** The data of the routes of a namespace. Values are JSON as on the wire. */
export interface TwinNamespaceData {
  readonly routes: Readonly<Record<string, TwinRouteData>>;
  /** Error type to its errors by path. */
  readonly errors: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface TwinRouteData {
  /** The default result; undefined if its type has no values. */
  readonly result?: unknown;
  /** The examples of the result by label, each together with the example of the argument that has the same label. */
  readonly examples?: Readonly<Record<string, LabelledExample>>;
  /** The error type, if it has paths. */
  readonly error?: string;
  readonly echo?: readonly Echo[];
  /** The structs of a result that contain the size of the content. */
  readonly size?: readonly ResultPlace[];
  readonly pages?: PagesData;
  readonly launch?: LaunchData;
  readonly poll?: PollData;
  readonly session?: UploadSessionData;
  /** Whether the result states that nothing has changed while the call was waiting. */
  readonly isLongPoll?: true;
  /** The route of the list whose latest cursor the route returns. */
  readonly latestOf?: string;
}

export interface LabelledExample {
  readonly arg?: unknown;
  readonly result: unknown;
}

/**
 * A struct in a result: the value of the field `at`, or the result itself. If `tag` is set, only a variant with that tag
 * counts.
 */
export interface ResultPlace {
  readonly at?: string;
  readonly tag?: string;
}

/** The fields of a struct that repeat the fields of the argument that have the same names. */
export interface Echo extends ResultPlace {
  readonly fields: readonly string[];
}

/** How a route returns a list in pages. */
export interface PagesData {
  readonly list?: { readonly field: string; readonly item: unknown };
  /** The route that accepts the cursor. */
  readonly next: string;
  readonly takesCursor: boolean;
  /** The fields of the argument that must be equal to those of the previous call. */
  readonly carried: readonly string[];
  readonly hasMore: boolean;
  readonly isCursorOptional: boolean;
  readonly hasLimit: boolean;
  readonly cursor: Fresh;
  /** The cursors that occur in examples. */
  readonly shown: readonly string[];
  /** The path of the error for an invalid cursor. */
  readonly stale?: string;
}

/** How a route launches a job. */
export interface LaunchData {
  readonly poll: string;
  readonly id: Fresh;
  readonly isStruct: boolean;
  /** The result if the job completes immediately. */
  readonly immediate?: unknown;
}

/** The step that a route performs in an upload in chunks. */
export interface UploadSessionData {
  readonly step: "start" | "append" | "finish";
  /** The route that finishes the upload. */
  readonly finish: string;
  /** The field that contains the id of the session. */
  readonly id: string;
  /** The field of the argument that contains the cursor; undefined if the argument is the cursor. */
  readonly cursor?: string;
  /** The field of the cursor that contains the number of bytes before the chunk. */
  readonly offset: string;
  /** The field of the argument that marks the last chunk. */
  readonly close?: string;
  /** How the route that starts the upload creates ids. */
  readonly fresh?: Fresh;
  /** The path of the error for an unknown session. */
  readonly unknown?: string;
  /** The path of the error for a closed session. */
  readonly closed?: string;
  /** The path of the error for an incorrect offset, and the field of that error that contains the correct offset. */
  readonly wrongOffset?: { readonly path: string; readonly field: string };
}

/** How a route returns the status of a job. */
export interface PollData {
  readonly done: unknown;
  /** The status of a failed job; undefined if no status means failure. */
  readonly failed?: unknown;
  /** The error type of that status, if it has paths. */
  readonly failedError?: string;
  /** The job ids that occur in examples. */
  readonly shown: readonly string[];
  /** The path of the error for an unknown id. */
  readonly unknown?: string;
}

/** A route with any types, together with its codecs. */
export type AnyRoute = Route<never, unknown, unknown, unknown, never, never>;

/** Returns the key of a route in data and plans: its name and its version. */
export function routeKey({ name, version }: { readonly name: string; readonly version: number }): string {
  return `${name}:${version}`;
}

/** Returns the name of a route in messages: the key without version 1. */
export function routeLabel(key: string): string {
  return key.replace(/:1$/, "");
}

/** A JSON object. */
export type Members = Readonly<Record<string, unknown>>;
