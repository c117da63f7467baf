import { nearestName } from "./nearest-name.js";

/** Throws a TypeError for an option that does not exist: callers without TypeScript would not notice that it is ignored. */
export function checkOptionNames(options: object, names: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw unknownOption(unknown, names);
  }
}

/** Returns the error for an option that does not exist. */
export function unknownOption(unknown: string, names: readonly string[], prefix = ""): TypeError {
  const nearest = nearestName(unknown, names);
  const hint =
    nearest === undefined
      ? `The options are ${names.map((name) => prefix + name).join(", ")}.`
      : `Did you mean ${prefix}${nearest}?`;
  return new TypeError(`There is no option ${prefix}${unknown}. ${hint}`);
}
