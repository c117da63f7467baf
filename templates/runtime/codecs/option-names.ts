import { nearestName } from "./nearest-name.js";

/** Throws a TypeError for an option that does not exist: callers without TypeScript would not notice that it is ignored. */
export function checkOptionNames(options: object, names: readonly string[], prefix = ""): void {
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, names);
    const hint = nearest === undefined ? `There are ${names.join(", ")}` : `Did you mean ${prefix}${nearest}?`;
    throw new TypeError(`There is no option ${prefix}${unknown}. ${hint}`);
  }
}
