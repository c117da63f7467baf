import { stringCode } from "./string.js";

/** The name of a method in an interface, where a bare `new` would be a construct signature. */
export function methodKey(name: string): string {
  return name === "new" ? '"new"' : name;
}

/** A key of an object literal. A bare `__proto__` would set the prototype. */
export function memberKey(name: string): string {
  return name === "__proto__" ? '["__proto__"]' : propertyKey(name);
}

/** A key of an interface, or of an object literal without `__proto__`, quoted if necessary. */
export function propertyKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : stringCode(name);
}
