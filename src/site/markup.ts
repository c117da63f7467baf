/** Markup that was created by a template, so that text from specifications in it is escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Content = Markup | string | number | undefined | readonly Content[];

/** Creates markup from a template. Values are escaped unless they are markup. Values of attributes must be in double quotes. */
export function markup(strings: TemplateStringsArray, ...values: readonly Content[]): Markup {
  // Concatenated, not joined: engines then copy the characters of nested markup only once, when the page is written.
  let text = strings[0] ?? "";
  for (let index = 0; index < values.length; index++) {
    text += render(values[index]) + (strings[index + 1] ?? "");
  }
  return new Markup(text);
}

function render(value: Content): string {
  if (value instanceof Markup) {
    return value.text;
  }
  switch (typeof value) {
    case "string":
      return escape(value);
    case "number":
      return String(value);
    case "undefined":
      return "";
    default: {
      let text = "";
      for (const content of value) {
        text += render(content);
      }
      return text;
    }
  }
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // Entities for two characters in our templates. Without these, most pages are Latin-1, which takes half the memory.
  "–": "&ndash;",
  "…": "&hellip;",
};

const special = /[&<>"–…]/;
const everySpecial = new RegExp(special, "g");

function escape(text: string): string {
  return special.test(text) ? text.replace(everySpecial, (character) => entities[character] ?? "") : text;
}

/** Returns a string as the content of an element, where quotes need not be escaped. For code, the result is shorter and faster. */
export function textContent(text: string): Markup {
  return new Markup(specialInText.test(text) ? text.replace(everySpecialInText, (one) => entities[one] ?? "") : text);
}

const specialInText = /[&<>–…]/;
const everySpecialInText = new RegExp(specialInText, "g");

/** Inserts a separator between contents. */
export function join(contents: readonly Content[], separator: Content): Content {
  return contents.flatMap((content, index) => (index === 0 ? [content] : [separator, content]));
}
