import { javascript } from "@codemirror/lang-javascript";
import { yaml } from "@codemirror/lang-yaml";
import { EditorView } from "@codemirror/view";
import { element } from "../../../../templates/site/element.js";
import { reading, replaceText } from "../editor/code-style.js";
import type { Tab, TabContext } from "./tab.js";

/** The value of the option for the definition at the cursor. The other values are paths of files. */
const atCursor = "";

/** Creates the tab that shows generated TypeScript: that of the definition at the cursor, or a whole file. */
export function codeTab({ editor, panel }: TabContext): Tab {
  const choice = element("select", { attributes: { "aria-label": "Code" } }, option("At the cursor", atCursor));
  const code = element("div", { className: "code" });
  panel.append(element("div", { className: "tools" }, choice), code);
  const view = new EditorView({ parent: code, extensions: [reading("TypeScript"), javascript({ typescript: true })] });
  let paths = "";
  const update: Tab["update"] = async (reason) => {
    if (reason === "cursor moved" && choice.value !== atCursor) {
      return undefined;
    }
    const path = choice.value === atCursor ? undefined : choice.value;
    const shown = await editor.server.request("playground/code", { ...editor.cursor, path });
    if (shown.kind === "shown") {
      replaceText(view, shown.value.text);
      if (paths !== shown.value.paths.join()) {
        paths = shown.value.paths.join();
        const { value } = choice;
        choice.replaceChildren(option("At the cursor", atCursor), ...shown.value.paths.map((one) => option(one, one)));
        choice.value = shown.value.paths.includes(value) ? value : atCursor;
      }
    }
    return shown;
  };
  choice.addEventListener("change", () => {
    view.scrollDOM.scrollTop = 0;
    void update("opened");
  });
  return { update };
}

function option(text: string, value: string): HTMLOptionElement {
  return element("option", { attributes: { value } }, text);
}

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
