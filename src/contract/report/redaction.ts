import { parseJson, stringifyJson } from "../../../templates/runtime/text/json.js";
import type { Api, Json } from "../../ir/api.js";
import { namesRedactedAlias } from "../../ir/references.js";
import type { Lookup } from "../../ir/walk.js";
import type { Credentials } from "../http/credentials.js";
import { isObject } from "../../ir/is-object.js";

const mask = "********";

/** Headers whose values are always secret. */
const secretHeaders = /auth|token|secret|password|cookie|api-?key|session|credential/i;

/** Matches a secret. A short one has to be a whole word, because sentences contain its characters by chance. */
function secretPattern(secret: string): RegExp {
  const literal = secret.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  return new RegExp(/^\w{1,7}$/.test(secret) ? `\\b${literal}\\b` : literal, "g");
}

/** Removes secrets from a report: tokens, and the values of fields that have a redactor. */
export class Redaction {
  /** The names of members whose values are masked at any place, because an incorrect reply may contain them anywhere. */
  readonly #names: ReadonlySet<string>;
  /** Secrets and their replacements, the longest secret first. */
  readonly #secrets: readonly (readonly [RegExp, string])[];
  readonly #headers: ReadonlyMap<string, string>;

  /** `headers` are those of the command line, with names of variables in place of values (`"$KEY"`). */
  constructor(api: Api, lookup: Lookup, credentials: Credentials, headers: ReadonlyMap<string, string>) {
    this.#names = redactedNames(api, lookup);
    this.#headers = headers;
    const { tokens, app } = credentials;
    const secrets = [...Object.values(tokens), ...(app === undefined ? [] : [app.key, app.secret])];
    const basic = app && { name: "BASIC", value: btoa(`${app.key.value}:${app.secret.value}`) };
    this.#secrets = [...(basic === undefined ? [] : [basic]), ...secrets]
      .filter(({ value }) => value !== "")
      .sort((a, b) => b.value.length - a.value.length)
      .map(({ name, value }) => [secretPattern(value), `$${name}`] as const);
  }

  /** Returns the redacted value of a header. */
  header(name: string, value: string): string {
    const given = this.#headers.get(name.toLowerCase());
    if (given !== undefined) {
      return given;
    }
    const text = this.#withoutSecrets(value);
    const isShown = text !== value || !secretHeaders.test(name);
    if (/^authorization$/i.test(name)) {
      return text === value ? value.replace(/\S+$/, "wrong-token") : text;
    }
    return isShown ? this.text(text) : mask;
  }

  /** Returns a redacted body, or a redacted header that contains JSON. */
  text(text: string): string {
    let shown = text;
    if (this.#names.size > 0) {
      try {
        shown = stringifyJson(this.#json(parseJson(text) as Json));
        // Text without redacted members is returned unchanged, because its spaces or the order of its keys may be the problem.
        shown = shown === stringifyJson(parseJson(text)) ? text : shown;
      } catch {
        shown = this.#maskMembers(text);
      }
    }
    return this.#withoutSecrets(shown);
  }

  /** Returns the variables that replace secrets in a text. */
  variables(text: string): readonly string[] {
    return this.#secrets.filter(([secret]) => text.search(secret) !== -1).map(([, variable]) => variable);
  }

  #json(json: Json): Json {
    if (Array.isArray(json)) {
      return (json as readonly Json[]).map((item) => this.#json(item));
    }
    return isObject(json)
      ? Object.fromEntries(
          Object.entries(json).map(([name, value]) => [
            name,
            this.#names.has(name) && value !== null ? mask : this.#json(value),
          ]),
        )
      : json;
  }

  /** Masks members in text that is not valid JSON. */
  #maskMembers(text: string): string {
    return text.replace(
      /"([^"\\]+)"(\s*:\s*)("(?:[^"\\]|\\.)*"?|\[[^\]]*\]?|\{[^}]*\}?|[^,}\]\s]+)/g,
      (whole, name: string, colon: string) => (this.#names.has(name) ? `"${name}"${colon}"${mask}"` : whole),
    );
  }

  #withoutSecrets(text: string): string {
    return this.#secrets.reduce((shown, [secret, name]) => shown.replaceAll(secret, () => name), text);
  }
}

/** Returns the names of fields and tags that have a redactor, directly or through an alias. */
function redactedNames({ namespaces }: Api, lookup: Lookup): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { types } of namespaces) {
    for (const { fields } of types) {
      for (const { name, redactor, type } of fields) {
        if (redactor !== undefined || namesRedactedAlias(type, lookup)) {
          names.add(name);
        }
      }
    }
  }
  return names;
}
