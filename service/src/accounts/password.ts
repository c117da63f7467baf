import { createHash, randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from "node:crypto";
import { open, type FileHandle } from "node:fs/promises";
import { promisify } from "node:util";
import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import type { Settings } from "../settings.js";

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const keyLength = 32;

/** The cost of deriving the key of a password: the memory in KiB, and how often it is filled. */
interface Cost {
  readonly memory: number;
  readonly times: number;
}

/** The usual cost (ASVS 5.0, appendix C): 32 MiB, and about 0.2 s of CPU time. */
const usualCost: Cost = { memory: 32_768, times: 3 };

/** The cost of passwords that test controls set. */
export const cheapCost: Cost = { memory: 1024, times: 1 };

/** The minimum length of a password in characters (ASVS 5.0, requirement 6.2.1). */
export const shortestPassword = 12;

/** The maximum length of a password in characters. More would only cost time (requirement 6.2.9). */
const longestPassword = 128;

/** Returns the stored form of a password: a salt, the key that scrypt derives with that salt, and the cost. */
export async function passwordHash(password: string, cost = usualCost): Promise<string> {
  const salt = randomBytes(16);
  const key = await deriveKey(password, salt, cost);
  return [salt.toString("hex"), key.toString("hex"), cost.memory, cost.times].join(".");
}

/** Returns whether a password matches its stored form. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [salt = "", key = "", memory, times] = stored.split(".");
  const cost = { memory: Number(memory), times: Number(times) };
  const derived = await deriveKey(password, Buffer.from(salt, "hex"), cost);
  return timingSafeEqual(derived, Buffer.from(key, "hex"));
}

/**
 * Returns whether a stored form costs attackers less than that of a new password. Passwords in tests do not count: they are
 * cheap on purpose.
 */
export function isOutdated(stored: string): boolean {
  const [, , memory, times] = stored.split(".").map(Number);
  const isOfTest = memory === cheapCost.memory && times === cheapCost.times;
  return !isOfTest && (memory ?? 0) * (times ?? 0) < usualCost.memory * usualCost.times;
}

function deriveKey(password: string, salt: Buffer, { memory, times }: Cost): Promise<Buffer> {
  return derive(password, salt, keyLength, { N: memory, r: 8, p: times, maxmem: 2 * 1024 * memory });
}

/** Returns a sentence that explains why a password is not allowed for an account with this email; undefined if it is allowed. */
export async function problemWithPassword(
  { breachedPasswords: list }: Pick<Settings, "breachedPasswords">,
  password: string,
  email: string,
): Promise<string | undefined> {
  const { length } = Array.from(password);
  if (length < shortestPassword) {
    return `The password needs at least ${shortestPassword} characters.`;
  }
  if (length > longestPassword) {
    return `The password can have at most ${longestPassword} characters.`;
  }
  if (await isGuessable(password, email)) {
    return "This password is too easy to guess. Choose another one.";
  }
  return list !== undefined && (await isBreached(password, list))
    ? "This password is known from a data breach of another service. Choose another one."
    : undefined;
}

/**
 * Returns whether attackers who know the email and the name of the service would find a password within 10⁸ guesses (6.2.4,
 * 6.2.11).
 */
async function isGuessable(password: string, email: string): Promise<boolean> {
  const [local = ""] = email.split("@");
  const words = [
    email,
    local,
    local.replaceAll(/[^\p{L}]/gu, ""),
    ...email.split(/[^\p{L}\p{N}]+/u),
    ...wordsOfService,
  ];
  return (await sharedEstimator()).check(password, words).score < 3;
}

/** The words that attackers try because they know the name of the service. */
const wordsOfService = ["cloud storage", "cloudstorage"];

let estimator: Promise<ZxcvbnFactory> | undefined;

function sharedEstimator(): Promise<ZxcvbnFactory> {
  return (estimator ??= loadEstimator());
}

/** Loads the library that estimates the number of guesses, and its list of 49,000 common passwords. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  // Only the start of a longer password is estimated, because the whole would take seconds for some passwords.
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: 64 });
}

/** The number of bytes that contain a whole line, wherever they start: lines have a hash, a count and an end of line. */
const lineBytes = 128;

/**
 * Returns whether a password is in a list of breached passwords: a file with SHA-1 hashes in ascending order, one at the start of
 * each line, in upper case, as the downloader of Have I Been Pwned writes it. Reads a few dozen lines, however long the file is.
 */
export async function isBreached(password: string, list: string): Promise<boolean> {
  const wantedHash = createHash("sha1").update(password).digest("hex").toUpperCase();
  const file = await open(list);
  try {
    // If the hash is in the file, its line starts at `low` or later, and before `high`.
    let [low, high] = [0, (await file.stat()).size];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const line = await findLine(file, middle);
      if (line?.hash === wantedHash) {
        return true;
      }
      if (line !== undefined && line.hash < wantedHash) {
        low = line.start + 1;
      } else {
        high = middle;
      }
    }
    return false;
  } finally {
    await file.close();
  }
}

/** Returns the first line that starts at a position or later; undefined if there is none. */
async function findLine(
  file: FileHandle,
  position: number,
): Promise<{ readonly start: number; readonly hash: string } | undefined> {
  const from = Math.max(0, position - 1); // a line starts at the position if the end of another one is before it
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(lineBytes), position: from });
  const text = buffer.toString("latin1", 0, bytesRead);
  const skipped = position === 0 ? 0 : text.indexOf("\n") + 1;
  const hash = text.slice(skipped, skipped + 40);
  return hash.length === 40 && (position === 0 || skipped > 0) ? { start: from + skipped, hash } : undefined;
}
