/** The only member of an object that stands for a number. No real member is called so. */
const mark = "\0";

/**
 * The value of a JSON text, in which integers are bigints, however they are written (`1`, `1.0`, `1e0`), so that none is
 * rounded; other numbers are numbers.
 */
export function parseLossless(text: string): unknown {
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    token.startsWith('"') ? token : `{"\\u0000": "${token}"}`,
  );
  return JSON.parse(marked, (_, value: unknown) => {
    if (typeof value === "object" && value !== null && mark in value && typeof value[mark] === "string") {
      return numberOf(value[mark]);
    }
    return value;
  }) as unknown;
}

function numberOf(token: string): bigint | number {
  if (/^-?\d+$/.test(token)) {
    return BigInt(token);
  }
  const number = Number(token);
  return Number.isInteger(number) ? BigInt(number) : number;
}
