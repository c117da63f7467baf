import { after } from "../layout/scan.js";

/** A line of code without types: without type arguments of calls, and without `as`. */
export function typeless(code: string): string {
  if (!code.includes("<") && !code.includes(" as ")) {
    return code;
  }
  let plain = "";
  let start = 0;
  for (let at = 0; at < code.length;) {
    const char = code.charAt(at);
    if (char === "<") {
      plain += code.slice(start, at);
      at = after(code, at);
      start = at;
    } else if (char === "(" && isCast(code, at)) {
      const end = after(code, at);
      plain += code.slice(start, at) + typeless(code.slice(at + 1, end - castEnd.length));
      at = end;
      start = at;
    } else {
      at = isBracket(char) ? at + 1 : after(code, at);
    }
  }
  return plain + code.slice(start);
}

/** How the emitters end the only casts that they write. */
const castEnd = " as never)";

function isCast(code: string, open: number): boolean {
  return code.includes(castEnd, open) && code.startsWith(castEnd, after(code, open) - castEnd.length);
}

function isBracket(char: string): boolean {
  return char === "(" || char === "[" || char === "{";
}
