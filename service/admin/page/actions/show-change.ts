import type { AdminConsole } from "../console-context.js";

/**
 * Loads and shows the result of an action. The action has succeeded and must not be repeated: if loading fails, the place in
 * the URL is reloaded, and reports the problem itself.
 */
export async function showChange({ reload }: AdminConsole, load: () => Promise<void>): Promise<void> {
  try {
    await load();
  } catch {
    await reload();
  }
}
