import { runNotified } from "../actions/run-notified.js";
import type { AdminConsole } from "../console-context.js";

/** How long a file that is being saved remains in memory, in milliseconds. */
const keptFor = 60_000;

/** Saves a CSV file. Its name contains the title of a list and the current day. */
export async function saveCsv(admin: AdminConsole, title: string, load: () => Promise<Blob>): Promise<void> {
  const words = title.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const name = `${[...words, localDay()].join("-")}.csv`;
  await runNotified(admin, {
    progress: `Preparing ${name}`,
    done: `${name} is saved with your downloads.`,
    work: async () => save(await load(), name),
  });
}

/** Returns the current day as `2026-11-27`. */
function localDay(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), keptFor);
}
