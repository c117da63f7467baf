import { checkPlatform } from "./check-platform.js";
import { wrongKind } from "../codecs/option-values.js";
import type { Binding } from "../routes/binding.js";
import type { JsonText } from "../text/json.js";
import { checkClientOptions } from "./option-names.js";
import type { ClientSettings, ExtraHeaders } from "./options.js";
import { tokenSource, type TokenSource } from "./tokens.js";

/** The key of a client's state. It is a symbol, so that editors mainly suggest the routes of a client. */
export const clientState: unique symbol = /*#__PURE__*/ Symbol.for("ashlar.clientState");

/** The object that `call`, `upload` and `download` accept to call a single route. Every client is one. */
export interface ClientCore {
  readonly [clientState]: ClientState;
}

/** The state that all calls of a client share. */
export interface ClientState {
  readonly binding: Binding;
  /** A function, so that logging a client does not log secrets. */
  readonly options: () => ClientSettings;
  /** Undefined if the token is fixed or missing. */
  readonly tokens: TokenSource | undefined;
}

/**
 * Creates the core of a client. Throws a TypeError if the platform lacks a required global, if options are unknown, invalid
 * or mutually exclusive, and if there is no host.
 */
export function createClientCore(binding: Binding, options: ClientSettings): ClientCore {
  const settings = { ...options }; // a copy, because later changes to the caller's object would not be validated
  checkClientOptions(settings);
  checkPlatform(settings);
  checkValues(settings);
  if (settings.hosts === undefined && Object.keys(binding.hosts).length === 0) {
    throw wrongKind("The option hosts", "a string or an object", undefined);
  }
  const { accessToken } = settings;
  const tokens = typeof accessToken === "function" ? tokenSource(accessToken) : undefined;
  return { [clientState]: { binding, options: () => settings, tokens } };
}

/**
 * Returns a copy of the core with some options changed. `headers` are added to those of the client; an undefined value removes
 * a header. Both cores share their tokens unless `accessToken` is changed.
 */
export function changeOptions(core: ClientCore, changes: ClientSettings): ClientCore {
  const { binding, options, tokens } = core[clientState];
  const headers = mergeHeaders(options().headers, changes.headers);
  const changed = createClientCore(binding, { ...options(), ...changes, headers });
  return "accessToken" in changes ? changed : { [clientState]: { ...changed[clientState], tokens } };
}

/** Merges extra headers. Names are case-insensitive: an added header replaces one with the same name. */
export function mergeHeaders(present: ExtraHeaders = {}, added: ExtraHeaders = {}): ExtraHeaders {
  const replaced = new Set(Object.keys(added).map((name) => name.toLowerCase()));
  const kept = Object.entries(present).filter(([name]) => !replaced.has(name.toLowerCase()));
  return { ...Object.fromEntries(kept), ...added };
}

/** Returns the JSON text of an argument; `null` for undefined. */
export function writeJson(client: ClientState, value: unknown): string {
  return jsonText(client).stringify(value) ?? "null";
}

/** Returns the JSON parser that the client option `json` selects. */
export function jsonReader(client: ClientState): (text: string) => unknown {
  const json = jsonText(client);
  return (text) => json.parse(text);
}

function jsonText(client: ClientState): JsonText {
  return client.options().json ?? JSON;
}

function checkValues({ hosts = {}, avoidPreflight, selectUser, selectAdmin }: ClientSettings): void {
  for (const base of typeof hosts === "string" ? [hosts] : Object.values(hosts)) {
    // Platforms reject credentials in a URL, and a path cannot follow a query. The message omits the URL: it may have a secret.
    if (base !== undefined && !/^(https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?|\/[^\s?#]*)$/i.test(base)) {
      throw new TypeError(
        "A host must be a URL such as https://api.example.com, or a path such as /api, without credentials, query or fragment",
      );
    }
  }
  // The select options need a header, which avoidPreflight does not allow.
  if ([selectUser !== undefined, selectAdmin !== undefined, avoidPreflight].filter(Boolean).length > 1) {
    throw new TypeError("Only one of selectUser, selectAdmin and avoidPreflight can be set");
  }
}
