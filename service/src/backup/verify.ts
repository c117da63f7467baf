import { createHash } from "node:crypto";
import type { Backend } from "../backend.js";
import type { Contents } from "../contents/contents.js";
import { ContentsUnavailable } from "../contents/contents-unavailable.js";
import { findNeeded, listNeeded } from "./needed-contents.js";

/** The result of a verification. */
interface Findings {
  /** The number of contents to which the database refers. */
  readonly contents: number;
  readonly missing: readonly string[];
  readonly damaged: readonly string[];
  /** Contents to which nothing refers, and which are older than a day. The sweeper removes them. */
  readonly orphans: readonly string[];
}

const day = 24 * 60 * 60 * 1000;

/** The number of contents that are looked up at once. */
const pageSize = 1_000;

/** Reads and verifies all contents to which the database refers, and finds contents to which it does not. */
export async function verifyContents({ database, contents }: Backend): Promise<Findings> {
  const missing: string[] = [];
  const damaged: string[] = [];
  let count = 0;
  for await (const { content, size } of listNeeded(database)) {
    count++;
    const found = await hashOf(contents, content, size);
    if (found !== content) {
      (found === undefined ? missing : damaged).push(content);
    }
  }
  const orphans: string[] = [];
  const collect = async (page: readonly string[]): Promise<void> => {
    const needed = page.length === 0 ? new Set() : await findNeeded(database, page);
    orphans.push(...page.filter((content) => !needed.has(content)));
  };
  let page: string[] = [];
  for await (const { content, modified } of contents.list()) {
    if (Date.now() - modified.getTime() > day && page.push(content) === pageSize) {
      await collect(page);
      page = [];
    }
  }
  await collect(page);
  return { contents: count, missing, damaged, orphans };
}

/** Returns the actual hash of a content; undefined if it cannot be read. Rejects if the whole store is unavailable. */
async function hashOf(contents: Contents, content: string, size: number): Promise<string | undefined> {
  const hash = createHash("sha256");
  try {
    for await (const piece of contents.read(content, 0, size - 1)) {
      hash.update(piece);
    }
  } catch (thrown) {
    if (thrown instanceof ContentsUnavailable) {
      throw thrown;
    }
    return undefined;
  }
  return hash.digest("hex");
}
