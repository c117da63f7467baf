import { badRequest } from "cloud-storage-api/server";
import { sqlState } from "./database.js";

/** What PostgreSQL says of a text, or of a text in JSON, with the character U+0000, which it cannot store. */
const unstorable = new Set(["22021", "22P05"]);

/** The result of a statement. Throws a Refusal if a text in it cannot be stored or looked for: callers send any text. */
export async function storable<Result>(statement: Promise<Result>): Promise<Result> {
  try {
    return await statement;
  } catch (thrown) {
    throw unstorable.has(sqlState(thrown)) || isHalf(thrown)
      ? badRequest("Texts cannot have the character U+0000, or a half of a surrogate pair.")
      : thrown;
  }
}

/** Whether JSON could not be stored for half of a surrogate pair in it. Elsewhere such a half becomes U+FFFD on the way. */
function isHalf(thrown: unknown): boolean {
  return thrown instanceof Error && "detail" in thrown && /^Unicode \w+ surrogate must/.test(String(thrown.detail));
}
