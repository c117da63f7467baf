import { randomBytes } from "node:crypto";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Returns an unguessable string of letters and digits. 22 characters have 128 bits of entropy. */
export function randomText(length: number): string {
  let text = "";
  while (text.length < length) {
    // Only bytes below 248, a multiple of 62, are used, so that all characters are equally likely.
    text += [...randomBytes(length)]
      .filter((byte) => byte < 248)
      .map((byte) => letters[byte % 62])
      .join("");
  }
  return text.slice(0, length);
}

export const newAccountId = (): string => `aid:${randomText(36)}`; // 40 characters in total
export const newTeamId = (): string => `tid:${randomText(22)}`;
export const newMemberId = (): string => `tmid:${randomText(22)}`;
export const newGroupId = (): string => `gid:${randomText(22)}`;
export const newItemId = (): string => `id:${randomText(22)}`;
export const newJobId = (): string => `job:${randomText(22)}`;
export const newSessionId = (): string => `sid:${randomText(22)}`;
