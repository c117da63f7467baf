import type { Binding } from "../routes/binding.js";
import type { JsonText } from "../text/json.js";
import type { ClientSettings } from "./options.js";
import { tokensOf, type Tokens } from "./tokens.js";

/** What all calls of a client share. */
export interface ClientCore {
  readonly binding: Binding;
  /** A function, so that who logs a client logs no secrets. */
  readonly options: () => ClientSettings;
  /** Absent if the token is fixed, or there is none. */
  readonly tokens: Tokens | undefined;
}

/** Makes the core of a client. Throws a TypeError for a host that is no URL, and for options that exclude each other. */
export function createClientCore(binding: Binding, options: ClientSettings): ClientCore {
  const settings = { ...options }; // what becomes of the caller's object later has not been checked
  checkOptions(settings);
  const { accessToken } = settings;
  const tokens = typeof accessToken === "function" ? tokensOf(accessToken) : undefined;
  return { binding, options: () => settings, tokens };
}

/** The core of a client with some options changed. Both ask for tokens together, unless that is what has changed. */
export function changeOptions(core: ClientCore, changes: ClientSettings): ClientCore {
  const changed = createClientCore(core.binding, { ...core.options(), ...changes });
  return "accessToken" in changes ? changed : { ...changed, tokens: core.tokens };
}

/** Writes the JSON of an argument; that of none is `null`. */
export function writeJson(core: ClientCore, value: unknown): string {
  return jsonOf(core).stringify(value) ?? "null";
}

/** What reads JSON for a client. */
export function jsonReader(core: ClientCore): (text: string) => unknown {
  const json = jsonOf(core);
  return (text) => json.parse(text);
}

function jsonOf(core: ClientCore): JsonText {
  return core.options().json ?? JSON;
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
