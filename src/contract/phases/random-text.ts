import type { Random } from "../../values/random.js";

const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

/** Returns random letters, for an id or a cursor that does not exist. */
export function randomText(random: Random, length: number): string {
  return Array.from({ length }, () => random.pick(letters)).join("");
}
