import type { Binding } from "../routes/binding.js";
import type { JsonText } from "../text/json.js";
import type { ClientSettings, ExtraHeaders } from "./options.js";
import { tokensOf, type Tokens } from "./tokens.js";

/** The key of a client's state: a symbol, so that editors offer the routes of a client and little else. */
export const clientState: unique symbol = /*#__PURE__*/ Symbol.for("ashlar.clientState");

/** Calls single routes with `call`, `upload` and `download`. Every client is one. */
export interface ClientCore {
  readonly [clientState]: ClientState;
}

/** What all calls of a client share. */
export interface ClientState {
  readonly binding: Binding;
  /** A function, so that logging a client logs no secrets. */
  readonly options: () => ClientSettings;
  /** Undefined if the token is fixed, or there is none. */
  readonly tokens: Tokens | undefined;
}

/** Creates the core of a client. Throws a TypeError for a host that is not a URL and for options that exclude each other. */
export function createClientCore(binding: Binding, options: ClientSettings): ClientCore {
  const settings = { ...options }; // later changes to the caller's object are not validated
  checkOptions(settings);
  const { accessToken } = settings;
  const tokens = typeof accessToken === "function" ? tokensOf(accessToken) : undefined;
  return { [clientState]: { binding, options: () => settings, tokens } };
}

/**
 * The core of a client with some options changed; `headers` are added to those of the client, and one that is undefined
 * is removed. Both cores share their tokens unless the change is about `accessToken`.
 */
export function changeOptions(core: ClientCore, changes: ClientSettings): ClientCore {
  const { binding, options, tokens } = core[clientState];
  const headers = mergeHeaders(options().headers, changes.headers);
  const changed = createClientCore(binding, { ...options(), ...changes, headers });
  return "accessToken" in changes ? changed : { [clientState]: { ...changed[clientState], tokens } };
}

/** Extra headers with others added. Names are case-insensitive: a later spelling replaces an earlier one. */
export function mergeHeaders(present: ExtraHeaders = {}, added: ExtraHeaders = {}): ExtraHeaders {
  const replaced = new Set(Object.keys(added).map((name) => name.toLowerCase()));
  const kept = Object.entries(present).filter(([name]) => !replaced.has(name.toLowerCase()));
  return { ...Object.fromEntries(kept), ...added };
}

/** The JSON text of an argument; `null` for none. */
export function writeJson(client: ClientState, value: unknown): string {
  return jsonText(client).stringify(value) ?? "null";
}

/** Reads JSON as the client's option `json` says. */
export function jsonReader(client: ClientState): (text: string) => unknown {
  const json = jsonText(client);
  return (text) => json.parse(text);
}

function jsonText(client: ClientState): JsonText {
  return client.options().json ?? JSON;
}

function checkOptions({ hosts = {}, crossSite, selectUser, selectAdmin }: ClientSettings): void {
  for (const base of typeof hosts === "string" ? [hosts] : Object.values(hosts)) {
    // Credentials no platform sends, and behind a query there is no path. The message leaves out what may be a secret.
    if (base !== undefined && !/^(https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?|\/[^\s?#]*)$/i.test(base)) {
      throw new TypeError(
        "A host must be a URL such as https://api.example.com, without credentials, query and fragment",
      );
    }
  }
  const selections = [selectUser, selectAdmin].filter((id) => id !== undefined).length;
  if (selections === 2) {
    throw new TypeError("A call can be made for a member or as an administrator: give selectUser or selectAdmin");
  }
  if (selections > 0 && crossSite === true) {
    throw new TypeError("selectUser and selectAdmin need a header, which crossSite cannot send");
  }
}
