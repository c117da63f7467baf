import { checkOptionNames } from "../codecs/option-names.js";
import type { ClientSettings, RetryOptions, SendingOptions, TimeoutOptions } from "./options.js";

const clientOptions: readonly (keyof ClientSettings)[] = [
  "retry",
  "timeout",
  "validate",
  "headers",
  "hosts",
  "accessToken",
  "appKey",
  "appSecret",
  "selectUser",
  "selectAdmin",
  "fetch",
  "interceptors",
  "onInvalid",
  "avoidPreflight",
  "json",
];

/** Of all kinds of calls, so that they can share their options. */
const callOptions = [
  "retry",
  "timeout",
  "validate",
  "headers",
  "signal",
  "idempotent",
  "onProgress",
  "range",
  "ifNoneMatch",
];

const retryOptions: readonly (keyof RetryOptions)[] = ["attempts", "maxPause"];
const timeoutOptions: readonly (keyof TimeoutOptions)[] = ["attempt", "total", "idle"];

/** Throws a TypeError for an option that clients do not have. */
export function checkClientOptions(options: ClientSettings): void {
  checkSendingOptions(options, clientOptions);
}

/** Throws a TypeError for an option that no call has. */
export function checkCallOptions(options: SendingOptions): void {
  checkSendingOptions(options, callOptions);
}

function checkSendingOptions(options: SendingOptions, names: readonly string[]): void {
  checkOptionNames(options, names);
  checkOptionNames(Object(options.retry) as object, retryOptions, "retry.");
  checkOptionNames(Object(options.timeout) as object, timeoutOptions, "timeout.");
}
