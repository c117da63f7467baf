import { recordEvent } from "../access/audit.js";
import type { Backend } from "../backend.js";
import { backUp } from "../backup/backup.js";
import { verifyContents } from "../backup/verify.js";
import { UsageError } from "./usage.js";

/** Backs up everything to a folder. Returns the text to print. */
export async function backUpTo(backend: Backend, [folder, ...others]: readonly string[]): Promise<string> {
  if (folder === undefined || others.length > 0) {
    throw new UsageError('Name one folder, as in "backup /backups/files".');
  }
  await recordEvent(backend.database, "backup", { through: "command backup" });
  const { contents, added } = await backUp(backend, folder);
  return `The backup in ${folder} is complete: the database, and ${contents} contents, ${added} of them new.\n`;
}

/**
 * Verifies all contents. Returns the text to print. Rejects with a {@link UsageError} if some contents are missing or damaged.
 */
export async function verify(backend: Backend): Promise<string> {
  const { contents, missing, damaged, orphans } = await verifyContents(backend);
  const lines = [
    ...missing.map((content) => `  missing  ${content}\n`),
    ...damaged.map((content) => `  damaged  ${content}\n`),
  ];
  if (lines.length > 0) {
    throw new UsageError(`Of ${contents} contents, ${lines.length} are missing or damaged:\n\n${lines.join("")}`);
  }
  const rest = orphans.map((content) => `  orphan   ${content}\n`).join("");
  return `All ${contents} contents are there and undamaged. ${orphans.length} older than a day are not needed; the sweeper removes them.\n${rest}`;
}
