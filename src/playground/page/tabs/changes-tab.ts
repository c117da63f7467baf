import { button, element } from "../../../../templates/site/element.js";
import { PageFrame } from "./page-frame.js";
import type { Tab, TabContext } from "./tab.js";

/** Creates the tab that shows the changes since the mark, and whom they break. */
export function changesTab({ editor, panel, mark }: TabContext): Tab {
  const explanation = element("p");
  const set = button("Mark this version", "", () => {
    mark.files = editor.files;
    void update("opened");
  });
  const frameParent = element("div", { className: "page" });
  panel.append(element("div", { className: "tools" }, set, explanation), frameParent);
  const frame = new PageFrame(frameParent, () => undefined);
  const update: Tab["update"] = async (reason) => {
    if (reason === "cursor moved") {
      return undefined;
    }
    const { textDocument } = editor.cursor;
    const shown = await editor.server.request("playground/changes", { textDocument, since: mark.files });
    if (shown.kind === "shown") {
      explanation.textContent =
        shown.value.count === 0
          ? "Nothing has changed since the mark. Remove a field, for example."
          : "What has changed since the mark, and whom it breaks.";
      await frame.show(shown.value);
    }
    set.disabled = shown.kind === "errors";
    return shown;
  };
  return { update };
}
