import { stringCode } from "./string.js";

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
