import { parseJson, repeatedKey, stringifyJson } from "../../runtime/text/json.js";
import type { Decode } from "../../runtime/codecs/check.js";
import { DecodeError } from "../../runtime/codecs/codec-error.js";
import { nearestName } from "../../runtime/codecs/nearest-name.js";
import { button, element } from "../element.js";
import { indentJson } from "./json-view.js";
import type { ArgumentData, Choice } from "./namespaces.js";

/** An editor for a route's argument as JSON. While the reader types, it is checked by the decoder that servers use. */
export class ArgumentEditor {
  readonly node: HTMLElement;
  readonly #input: HTMLTextAreaElement;
  readonly #check = element("p", { className: "check", id: "try-it-check", attributes: { role: "status" } });
  readonly #decode: (json: unknown) => unknown;
  readonly #variants: [Choice, HTMLSelectElement][] = [];

  /** `send` is called when the reader presses Ctrl+Enter. */
  constructor(data: ArgumentData, decode: Decode<unknown>, send: () => void) {
    this.#decode = (json) => decode(json, { strict: true });
    this.#input = element("textarea", {
      id: "try-it-argument",
      attributes: { spellcheck: "false", autocomplete: "off", "aria-describedby": "try-it-check" },
    });
    this.#input.addEventListener("input", () => this.#update());
    this.#input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        send();
      }
    });
    this.node = element(
      "div",
      { className: "argument" },
      element("label", { attributes: { for: this.#input.id } }, "Argument"),
      this.#tools(data),
      this.#input,
      this.#check,
    );
    this.#write(data.value);
  }

  get text(): string {
    return this.#input.value;
  }

  #tools({ value, examples = [], defaults, choices = [] }: ArgumentData): HTMLElement {
    const tools = element("div", { className: "tools" });
    if (examples.length > 0) {
      const select = selectOf("Example", [["", "Example…"], ...examples.map(([label]) => [label, label] as const)]);
      select.addEventListener("change", () => {
        const example = examples.find(([label]) => label === select.value);
        this.#write(example === undefined ? value : example[1]);
      });
      tools.append(select);
    }
    if (defaults !== undefined) {
      tools.append(
        button("Fill in defaults", "", () => {
          const json = this.#json();
          this.#write(isObject(json) ? { ...json, ...missing(defaults, json) } : defaults);
        }),
      );
    }
    for (const choice of choices) {
      const path = choice.at.join(".");
      const name = path || "variant";
      const select = selectOf(path ? `Variant of ${path}` : "Variant", [
        ["", `${name}…`],
        ...choice.variants.map(([tag]) => [tag, `${name}: ${tag}`] as const),
      ]);
      select.addEventListener("change", () => {
        const variant = choice.variants.find(([tag]) => tag === select.value);
        if (variant !== undefined) {
          this.#write(withMember(this.#json(), choice.at, variant[1]));
        }
      });
      this.#variants.push([choice, select]);
      tools.append(select);
    }
    return tools;
  }

  #write(json: unknown): void {
    this.#input.value = indentJson(stringifyJson(json));
    this.#update();
  }

  /** Returns the argument; undefined if the text is not JSON. */
  #json(): unknown {
    try {
      return parseJson(this.text);
    } catch {
      return undefined;
    }
  }

  #update(): void {
    const problem = this.#problem();
    this.#input.setAttribute("aria-invalid", String(problem !== undefined));
    this.#input.rows = Math.min(Math.max(this.text.split("\n").length, 3), 20);
    this.#check.className = problem === undefined ? "check good" : "check bad";
    this.#check.textContent = problem ?? "Valid";
    const json = this.#json();
    for (const [{ at, variants }, select] of this.#variants) {
      const tag = tagOf(at.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), json));
      select.value = variants.some(([known]) => known === tag) ? (tag ?? "") : "";
    }
  }

  /** Returns the reason why a server would reject the argument; undefined if it would accept it. */
  #problem(): string | undefined {
    let json: unknown;
    try {
      json = parseJson(this.text.trim() === "" ? "null" : this.text);
    } catch (thrown) {
      return `Not JSON: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
    }
    const key = repeatedKey(this.text, json);
    if (key !== undefined) {
      return `An object has the key ${JSON.stringify(key)} twice`;
    }
    try {
      this.#decode(json);
      return undefined;
    } catch (thrown) {
      const misspelled = thrown instanceof DecodeError ? findMisspelled(thrown, json) : undefined;
      const hint = misspelled === undefined ? "" : `; is ${misspelled} misspelled?`;
      return (thrown instanceof Error ? thrown.message : String(thrown)) + hint;
    }
  }
}

/** Returns the name of a member that may be a misspelling of the missing member; undefined if there is none. */
function findMisspelled({ code, segments }: DecodeError, json: unknown): string | undefined {
  if (code !== "missing-field") {
    return undefined;
  }
  const container = segments.slice(0, -1).reduce<unknown>((value, name) => (Object(value) as Members)[name], json);
  return nearestName(String(segments.at(-1)), Object.keys(Object(container) as object));
}

type Members = Readonly<Record<string, unknown>>;

function isObject(json: unknown): json is Members {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}

/** Returns the members that the object `json` does not have. */
function missing(members: Members, json: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !Object.hasOwn(json, name)));
}

function withMember(json: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) {
    return value;
  }
  const members = isObject(json) ? json : {};
  return { ...members, [name]: withMember(members[name], rest, value) };
}

function tagOf(value: unknown): string | undefined {
  const tag = isObject(value) ? value[".tag"] : value;
  return typeof tag === "string" ? tag : undefined;
}

function selectOf(label: string, options: readonly (readonly [value: string, text: string])[]): HTMLSelectElement {
  return element(
    "select",
    { attributes: { "aria-label": label } },
    ...options.map(([value, text]) => element("option", { attributes: { value } }, text)),
  );
}
