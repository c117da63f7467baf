import type { Cursors } from "../cursor.js";

/** Encrypts an app's secret for storage. It is not hashed, because notifications are signed with it. */
export function sealSecret(cursors: Cursors, appKey: string, secret: string): string {
  return cursors.write(`secret of ${appKey}`, secret);
}

/** Decrypts the stored secret of an app. Throws an Error if it was encrypted with another key. */
export function openSecret(cursors: Cursors, appKey: string, stored: string): string {
  const secret = cursors.read(`secret of ${appKey}`, stored);
  if (typeof secret !== "string") {
    throw new Error(`The secret of the app ${appKey} is not encrypted with this SECRET_KEY.`);
  }
  return secret;
}
