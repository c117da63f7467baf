import { checkOptions, type OptionKinds } from "../codecs/option-values.js";
import type { CallOptions, ClientSettings, RetryOptions, SendingOptions, TimeoutOptions } from "./options.js";

/** The options of clients and of all kinds of calls. */
export type SharedOption = keyof SendingOptions | "headers";

const sharedOptions = {
  retry: "false or an object",
  verifyContent: "a boolean",
  timeout: "a number or an object",
  validate: '"throw", "warn" or "off"',
  headers: "an object",
} satisfies Record<SharedOption, string>;

const clientOptions = {
  hosts: "a string or an object",
  accessToken: "a string or a function",
  appKey: "a string",
  appSecret: "a string",
  selectUser: "a string",
  selectAdmin: "a string",
  fetch: "a function",
  interceptors: "a list",
  around: "a function or a list",
  onInvalid: "a function",
  avoidPreflight: "a boolean",
  json: "an object, a JSON object or a Module object",
} satisfies Record<Exclude<keyof ClientSettings, SharedOption>, string>;

/** The options of all kinds of calls together, so that calls of different kinds can be given the same options. */
const callOptions = {
  signal: "an AbortSignal object",
  idempotent: "a boolean",
  idempotencyKey: "a string",
  onProgress: "a function",
  size: "a number",
  range: "an object",
  ifNoneMatch: "a string",
} satisfies Record<Exclude<keyof CallOptions, SharedOption> | "onProgress" | "size" | "range" | "ifNoneMatch", string>;

const retryOptions = {
  attempts: "a positive number",
  maxPause: "a number",
} satisfies Record<keyof RetryOptions, string>;

const timeoutOptions = {
  attempt: "a number",
  total: "a number",
  idle: "a number",
} satisfies Record<keyof TimeoutOptions, string>;

/** Throws a TypeError for an option that clients do not have, and for a value of an incorrect kind. */
export function checkClientOptions(options: ClientSettings): void {
  checkSendingOptions(options, clientOptions);
}

/** Throws a TypeError for an option that no call has, and for a value of an incorrect kind. */
export function checkCallOptions(options: SendingOptions): void {
  checkSendingOptions(options, callOptions);
}

/** Like {@link checkCallOptions}, for options whose names and kinds are `kinds` and the shared options. */
export function checkSendingOptions(options: SendingOptions, kinds: OptionKinds): void {
  checkOptions(options, { ...sharedOptions, ...kinds });
  checkOptions(Object(options.retry) as object, retryOptions, "retry.");
  checkOptions(Object(options.timeout) as object, timeoutOptions, "timeout.");
}
