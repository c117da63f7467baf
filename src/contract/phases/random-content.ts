import type { Random } from "../../values/random.js";
import type { ContractRoute } from "../contract-route.js";
import type { SuccessfulCall } from "../tester.js";
import type { MadeArgument } from "../values/argument-maker.js";

/** Returns random bytes. */
export function randomContent(random: Random, size: number): Uint8Array {
  return Uint8Array.from({ length: size }, () => random.below(256));
}

/** Returns random content for a route that uploads; undefined for others. */
export function contentFor(style: string, random: Random): Uint8Array | undefined {
  return style === "upload" ? randomContent(random, random.pick([0, 1, 5, 64, 300])) : undefined;
}

/** Returns the content of a call that succeeded, or random content if there is none. */
export function contentOf(
  { style }: ContractRoute,
  made: SuccessfulCall | MadeArgument | undefined,
  random: Random,
): Uint8Array | undefined {
  return made !== undefined && "content" in made ? made.content : contentFor(style, random);
}

const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

/** Returns random letters, for an id or a cursor that does not exist. */
export function randomText(random: Random, length: number): string {
  return Array.from({ length }, () => random.pick(letters)).join("");
}
