import type { AdminConsole } from "../console-context.js";

/**
 * Loads and shows the result of an action that has succeeded and must not be repeated: if loading fails, the page in
 * the URL is reloaded, and reports the problem itself.
 */
export async function showChange({ reload }: AdminConsole, load: () => Promise<void>): Promise<void> {
  try {
    await load();
  } catch {
    await reload();
  }
}
