/** What a piece of a report is; `place` is the gutter, and the marks under places that explain. */
export type Style = "error" | "warning" | "place" | "help" | "strong";

/** Gives a piece of text its style. */
export type Paint = (style: Style, text: string) => string;

const codes: Readonly<Record<Style, string>> = {
  error: "1;31",
  warning: "1;33",
  place: "1;34",
  help: "1;36",
  strong: "1",
};

/** Paints with the escape sequences of terminals (ECMA-48), or leaves all text as it is. */
export function painter(color: boolean): Paint {
  return color ? (style, text) => (text === "" ? "" : `\x1b[${codes[style]}m${text}\x1b[0m`) : (_, text) => text;
}
