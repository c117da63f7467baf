import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const keyLength = 32;

/** The minimum number of characters of a password (ASVS 4.0.3, requirement 2.1.1). */
export const shortestPassword = 12;

/** The maximum number of characters: more would only cost time (requirement 2.1.2). */
const longestPassword = 128;

/** The stored form of a password: a salt, and the key that scrypt derives with it. */
export async function passwordHash(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, keyLength);
  return `${salt.toString("hex")}.${key.toString("hex")}`;
}

/** Whether a password matches its stored form. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [salt = "", key = ""] = stored.split(".");
  const derived = await derive(password, Buffer.from(salt, "hex"), keyLength);
  return timingSafeEqual(derived, Buffer.from(key, "hex"));
}

/** A sentence that explains why a password is not allowed for an account with this email; undefined if it is allowed. */
export async function problemWithPassword(password: string, email: string): Promise<string | undefined> {
  const { length } = Array.from(password);
  if (length < shortestPassword) {
    return `The password needs at least ${shortestPassword} characters.`;
  }
  if (length > longestPassword) {
    return `The password can have at most ${longestPassword} characters.`;
  }
  return (await isGuessable(password.toLowerCase(), email.toLowerCase()))
    ? "This password is too easy to guess. Choose another one."
    : undefined;
}

/** Whether a password is among those that attackers try first: common ones, the email, a few repeated characters (2.1.7). */
async function isGuessable(password: string, email: string): Promise<boolean> {
  const isRepeated = /^(.{1,8})\1+$/su.test(password);
  return isRepeated || email.startsWith(password) || (await commonPasswords()).has(password);
}

let common: Promise<ReadonlySet<string>> | undefined;

/** The common passwords that are long enough to be allowed, loaded on first use. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"].filter(({ length }) => length >= shortestPassword)),
  );
  return common;
}
