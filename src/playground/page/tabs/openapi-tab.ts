import { yaml } from "@codemirror/lang-yaml";
import { EditorView } from "@codemirror/view";
import { element } from "../../../../templates/site/element.js";
import { reading, replaceText } from "../editor/code-style.js";
import type { Tab, TabContext } from "./tab.js";

/** Creates the tab that shows the OpenAPI document. */
export function openApiTab({ editor, panel }: TabContext): Tab {
  const code = element("div", { className: "code" });
  panel.append(code);
  const view = new EditorView({ parent: code, extensions: [reading("OpenAPI"), yaml()] });
  return {
    update: async (reason) => {
      if (reason === "cursor moved") {
        return undefined;
      }
      const shown = await editor.server.request("playground/openapi", { textDocument: editor.cursor.textDocument });
      if (shown.kind === "shown") {
        replaceText(view, shown.value);
      }
      return shown;
    },
  };
}
