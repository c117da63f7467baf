/** The value of a literal without members. */
export type Scalar = string | number | bigint | boolean | null | undefined;

/** Returns a literal as code. */
export function literalCode(value: Scalar): string {
  switch (typeof value) {
    case "string":
      return stringCode(value);
    case "bigint":
      return `${value.toString()}n`;
    case "number":
      return String(value).replace("e+", "e");
    default:
      return String(value);
  }
}

/** Returns a string as code, in the quotes that prettier uses: double quotes, unless single quotes need fewer backslashes. */
export function stringCode(text: string): string {
  const code = JSON.stringify(text);
  if (!text.includes('"') || text.split('"').length <= text.split("'").length) {
    return code;
  }
  const inner = code
    .slice(1, -1)
    .replace(/\\(.)|'/g, (escape, escaped) => (escaped === '"' ? '"' : escape === "'" ? "\\'" : escape));
  return `'${inner}'`;
}

/** Spells the name of a method in an interface, where a bare `new` would be a construct signature. */
export function methodKey(name: string): string {
  return name === "new" ? '"new"' : name;
}

/** Spells a key of an object literal, where a bare `__proto__` would set the prototype. */
export function memberKey(name: string): string {
  return name === "__proto__" ? '["__proto__"]' : propertyKey(name);
}

/** Quotes a key of an interface if necessary. For object literals, use {@link memberKey}. */
export function propertyKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : stringCode(name);
}
