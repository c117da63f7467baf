/**
 * The role of a piece of text in a report. `place` is used for the gutter and for the marks under related locations.
 */
export type Style = "error" | "warning" | "info" | "place" | "help" | "strong";

/** Styles a piece of text. */
export type Paint = (style: Style, text: string) => string;

const codes: Readonly<Record<Style, string>> = {
  error: "1;31",
  warning: "1;33",
  info: "1;36",
  place: "1;34",
  help: "1;36",
  strong: "1",
};

/**
 * Returns a function that styles text with the escape sequences of terminals (ECMA-48); without `color`, it returns the
 * text unchanged.
 */
export function painter(color: boolean): Paint {
  return color ? (style, text) => (text === "" ? "" : `\x1b[${codes[style]}m${text}\x1b[0m`) : (_, text) => text;
}
