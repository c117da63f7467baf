import type { AdminConsole } from "../console-context.js";

/**
 * Loads and shows what an action has changed. The action has succeeded, and must not be repeated: if loading fails, the place in
 * the URL is loaded again and says why it cannot be shown.
 */
export async function showChange({ reload }: AdminConsole, load: () => Promise<void>): Promise<void> {
  try {
    await load();
  } catch {
    await reload();
  }
}
