import type { Random } from "../../values/random.js";

const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

/** Letters that no server has returned, as an id or a cursor that is none. */
export function randomText(random: Random, length: number): string {
  return Array.from({ length }, () => random.pick(letters)).join("");
}
