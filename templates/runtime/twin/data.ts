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
  /** Encodes and signs a notification; only with webhooks. */
  readonly sign?: SignNotification;
}

export type SignNotification = (
  payload: never,
  secret: string,
) => Promise<{ readonly body: string; readonly headers: Readonly<Record<string, string>> }>;

/** The routes of a namespace, with the data that is loaded when the first of them is called. */
export interface TwinNamespace {
  readonly routes: readonly ServerRoute[];
  readonly load: () => TwinNamespaceData | Promise<TwinNamespaceData>;
}

/** The paths of errors, by route and error type. */
export interface TwinPaths {
  readonly routes: Readonly<Record<string, string>>;
  /** Route that launches jobs to the error type of a failed job; to an empty text if that type has no paths. */
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
  /** The examples of the result by label, each with the argument's example of the same label. */
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

/** A struct in a result: the value of the field `at`, or the result itself; only if it has the tag. */
export interface ResultPlace {
  readonly at?: string;
  readonly tag?: string;
}

/** The fields of a struct that repeat the argument's fields of the same names. */
export interface Echo extends ResultPlace {
  readonly fields: readonly string[];
}

/** How a route returns a list in pages. */
export interface PagesData {
  readonly list?: { readonly field: string; readonly item: unknown };
  /** The route that takes the cursor. */
  readonly next: string;
  readonly takesCursor: boolean;
  /** The fields of the argument that must be equal to those of the previous call. */
  readonly carried: readonly string[];
  readonly hasMore: boolean;
  readonly isCursorOptional: boolean;
  readonly hasLimit: boolean;
  readonly cursor: Fresh;
  /** The cursors in examples. */
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

/** The step of an upload in pieces that a route performs. */
export interface UploadSessionData {
  readonly step: "start" | "append" | "finish";
  /** The route that ends the upload. */
  readonly finish: string;
  /** The field with the id of the session. */
  readonly id: string;
  /** The field of the argument with the cursor; undefined if the argument is the cursor. */
  readonly cursor?: string;
  /** The field of the cursor with the number of bytes before the piece. */
  readonly offset: string;
  /** The field of the argument that marks the last piece. */
  readonly close?: string;
  /** How the route that starts the upload creates ids. */
  readonly fresh?: Fresh;
  /** The paths of the errors for an unknown session, a closed session and a wrong offset. */
  readonly unknown?: string;
  readonly closed?: string;
  /** Also has the field of the error with the correct offset. */
  readonly wrongOffset?: { readonly path: string; readonly field: string };
}

/** How a route returns the status of a job. */
export interface PollData {
  readonly done: unknown;
  /** The status of a failed job; undefined if there is none. */
  readonly failed?: unknown;
  /** The error type of that status, if it has paths. */
  readonly failedError?: string;
  /** The ids of jobs in examples. */
  readonly shown: readonly string[];
  /** The path of the error for an unknown id. */
  readonly unknown?: string;
}

/** A route of any types, with its codecs. */
export type AnyRoute = Route<never, unknown, unknown, unknown, never, never>;

/** The key of a route in data and plans: its name and its version. */
export function routeKey({ name, version }: { readonly name: string; readonly version: number }): string {
  return `${name}:${version}`;
}

/** The name of a route in messages: the key without version 1. */
export function routeLabel(key: string): string {
  return key.replace(/:1$/, "");
}

/** JSON that is an object. */
export type Members = Readonly<Record<string, unknown>>;

export function isMembers(json: unknown): json is Members {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
