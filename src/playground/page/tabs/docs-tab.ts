import { PageFrame } from "./page-frame.js";
import type { Tab, TabContext } from "./tab.js";

/**
 * Creates the tab that shows the documentation site: the page of the definition at the cursor, or a page to which the reader has
 * followed a link.
 */
export function docsTab({ editor, panel }: TabContext): Tab {
  let chosen: string | undefined;
  const frame = new PageFrame(panel, (path) => {
    chosen = path;
    void update("opened");
  });
  const update: Tab["update"] = async (reason) => {
    if (reason === "cursor moved") {
      chosen = undefined;
    }
    const shown = await editor.server.request("playground/page", { ...editor.cursor, path: chosen });
    if (shown.kind === "shown") {
      await frame.show(shown.value);
    }
    return shown;
  };
  return { update };
}
