import { json, jsonParseLinter } from "@codemirror/lang-json";
import { syntaxTree } from "@codemirror/language";
import { setDiagnostics, type Diagnostic } from "@codemirror/lint";
import type { EditorState, Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { SyntaxNode, Tree } from "@lezer/common";
import { element } from "../../../../templates/site/element.js";
import type { CheckedType, RunnablePackage } from "../../messages.js";
import { editing, replaceText } from "../editor/code-style.js";
import type { Problem } from "../sandbox/messages.js";
import { Sandbox } from "../sandbox/sandbox.js";
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

interface Place {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the range of the value at a path in JSON. If the value is missing, returns the range of the innermost object or list
 * that would contain it.
 */
function placeOf(segments: readonly (string | number)[], tree: Tree, doc: Text): Place {
  let node = tree.topNode.firstChild;
  for (const segment of segments) {
    const next: SyntaxNode | undefined =
      node === null ? undefined : typeof segment === "number" ? itemOf(node, segment) : memberOf(node, segment, doc);
    if (next === undefined) {
      break;
    }
    node = next;
  }
  return node === null ? { from: 0, to: doc.length } : { from: node.from, to: node.to };
}

function memberOf(object: SyntaxNode, name: string, doc: Text): SyntaxNode | undefined {
  const property = object
    .getChildren("Property")
    .reverse()
    .find(
      ({ firstChild }) =>
        firstChild !== null && doc.sliceString(firstChild.from, firstChild.to) === JSON.stringify(name),
    );
  return property?.lastChild ?? undefined;
}

function itemOf(list: SyntaxNode, index: number): SyntaxNode | undefined {
  let at = 0;
  for (let node = list.firstChild; node !== null; node = node.nextSibling) {
    if (!/^[[\],⚠]$/.test(node.name)) {
      if (at === index) {
        return node;
      }
      at++;
    }
  }
  return undefined;
}
