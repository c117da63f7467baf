import { fail, type Reader } from "./reader.js";

export interface Quantifier {
  readonly min: number;
  readonly max: number;
  readonly style: "greedy" | "lazy" | "possessive";
}

/** Python's limit for both numbers. */
const most = 2 ** 32 - 2;

/** Parses a quantifier after its first token. Returns undefined if that token is literal text, such as `{` in `x{y}`. */
export function parseQuantifier(reader: Reader, token: string, index: number): Quantifier | undefined {
  const bounds = parseBounds(reader, token, index);
  if (bounds === undefined) {
    return undefined;
  }
  return { ...bounds, style: reader.skip("?") ? "lazy" : reader.skip("+") ? "possessive" : "greedy" };
}

function parseBounds(reader: Reader, token: string, index: number): { min: number; max: number } | undefined {
  switch (token) {
    case "?":
      return { min: 0, max: 1 };
    case "*":
      return { min: 0, max: Infinity };
    case "+":
      return { min: 1, max: Infinity };
    case "{":
      return reader.attempt(() => parseBraces(reader, index));
    default:
      return undefined;
  }
}

/** `{n}`, `{n,}`, `{,m}`, `{n,m}`, even `{,}`; but `{}` is literal text. */
function parseBraces(reader: Reader, index: number): { min: number; max: number } | undefined {
  const low = reader.takeWhile(/^[0-9]$/);
  const hasComma = reader.skip(",");
  const high = hasComma ? reader.takeWhile(/^[0-9]$/) : low;
  if (!reader.skip("}") || (low === "" && !hasComma)) {
    return undefined;
  }
  const min = Number(low);
  const max = high === "" ? Infinity : Number(high);
  if (min > most || (max > most && high !== "")) {
    fail("the number of repetitions is too large", index);
  }
  return min <= max ? { min, max } : fail("the minimum number of repetitions is greater than the maximum", index);
}
