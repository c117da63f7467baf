import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const keyLength = 32;

/** The fewest characters that a password may have. */
export const shortestPassword = 8;

/** What is stored of a password: a salt, and what scrypt derives with it. */
export async function passwordHash(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, keyLength);
  return `${salt.toString("hex")}.${key.toString("hex")}`;
}

/** Whether a password is the one of which this is stored. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [salt = "", key = ""] = stored.split(".");
  const derived = await derive(password, Buffer.from(salt, "hex"), keyLength);
  return timingSafeEqual(derived, Buffer.from(key, "hex"));
}

/** Why a password cannot be taken; undefined if it can. */
export function problemWithPassword(password: string): string | undefined {
  return password.length < shortestPassword ? `The password needs at least ${shortestPassword} characters.` : undefined;
}
