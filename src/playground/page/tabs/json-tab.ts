import { json, jsonParseLinter } from "@codemirror/lang-json";
import { syntaxTree } from "@codemirror/language";
import { setDiagnostics, type Diagnostic } from "@codemirror/lint";
import type { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { element } from "../../../../templates/site/element.js";
import { editing, replaceText } from "../editor/code-style.js";
import type { Problem } from "../sandbox/messages.js";
import { Sandbox } from "../sandbox/sandbox.js";
import type { CheckedType, RunnablePackage } from "../../messages.js";
import { placeOf } from "./json-place.js";
import type { Tab, TabContext } from "./tab.js";

/** Creates the tab that checks JSON against a type, as a server does. */
export function jsonTab({ editor, panel }: TabContext): Tab {
  const types = element("select", { attributes: { "aria-label": "Type" } });
  const verdict = element("span", { className: "verdict", attributes: { role: "status" } });
  const code = element("div", { className: "code" });
  panel.append(element("div", { className: "tools" }, types, verdict), code);
  const sandbox = new Sandbox(panel);
  let current: RunnablePackage | undefined;
  let given = "";
  let checks = 0;

  const view = new EditorView({
    parent: code,
    extensions: [
      editing("JSON", "  "),
      json(),
      EditorView.updateListener.of(({ docChanged }) => {
        if (docChanged) {
          check();
        }
      }),
    ],
  });
  const chosen = (): CheckedType | undefined =>
    current?.types.find(({ name }) => name === types.value) ?? current?.types[0];

  function give(): void {
    given = chosen()?.example ?? "";
    replaceText(view, given);
  }
  types.addEventListener("change", () => {
    give();
    check();
  });

  function check(): void {
    const [syntaxError] = jsonParseLinter()(view);
    checks++;
    const type = chosen();
    if (syntaxError !== undefined) {
      show(syntaxError);
    } else if (type !== undefined) {
      sandbox.post({ check: checks, module: type.module, decode: type.decode, json: view.state.doc.toString() });
    }
  }

  function show(problem: Diagnostic | undefined): void {
    view.dispatch(setDiagnostics(view.state, problem === undefined ? [] : [problem]));
    verdict.textContent = problem === undefined ? "Matches the type." : problem.message;
    verdict.className = `verdict ${problem === undefined ? "good" : "bad"}`;
  }

  return {
    update: async (reason) => {
      if (reason === "cursor moved") {
        return undefined;
      }
      const shown = await editor.server.request("playground/package", { textDocument: editor.cursor.textDocument });
      if (shown.kind === "shown") {
        const isEdited = view.state.doc.toString() !== given;
        current = shown.value;
        const { value } = types;
        types.replaceChildren(...current.types.map(({ name }) => element("option", {}, name)));
        types.value = current.types.some(({ name }) => name === value) ? value : types.value;
        await sandbox.start(current.script, {
          onMessage: (message) => {
            if (message.kind === "checked" && message.check === checks) {
              show(message.problem && toDiagnostic(message.problem, view.state));
            }
          },
          onError: (text) => {
            verdict.textContent = text;
            verdict.className = "verdict bad";
          },
        });
        if (!isEdited) {
          give();
        }
        check();
      }
      return shown;
    },
  };
}

function toDiagnostic({ message, segments }: Problem, state: EditorState): Diagnostic {
  return { ...placeOf(segments, syntaxTree(state), state.doc), severity: "error", message };
}
