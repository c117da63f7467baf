import { javascript } from "@codemirror/lang-javascript";
import { Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { button, element } from "../../../../templates/site/element.js";
import { editing, replaceText } from "../editor/code-style.js";
import type { FromWorker } from "../sandbox/messages.js";
import { Sandbox } from "../sandbox/sandbox.js";
import type { RunnablePackage, SampleProgram } from "../../messages.js";
import type { Tab, TabContext } from "./tab.js";

/** How long a program may run, in milliseconds. */
const limit = 5000;

/** Creates the tab that runs a program. The program calls the API with the client of the package, and the Twin responds. */
export function callTab({ editor, panel, program }: TabContext): Tab {
  const routes = element("select", { attributes: { "aria-label": "Route" } });
  const run = button("Run", "primary", () => void start());
  const output = element("div", {
    className: "console",
    attributes: { role: "log", "aria-label": "Console", tabindex: "0" },
  });
  const code = element("div", { className: "code" });
  panel.append(element("div", { className: "tools" }, routes, run), code, output);
  const sandbox = new Sandbox(panel);
  let current: RunnablePackage | undefined;
  /** The sample program that was last put into the editor: any other text is the user's own. */
  let given = "";

  const view = new EditorView({
    parent: code,
    extensions: [
      Prec.highest(keymap.of([{ key: "Mod-Enter", run: () => (void start(), true) }])),
      editing("Program", "  "),
      javascript({ typescript: true }),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) {
          const text = state.doc.toString();
          program.set(text === given ? undefined : text);
        }
      }),
    ],
  });

  const give = (text: string): void => {
    given = text;
    replaceText(view, text);
  };
  const sampleOf = (samples: readonly SampleProgram[]): SampleProgram | undefined =>
    samples.find(({ route }) => route === routes.value) ?? samples[0];
  routes.addEventListener("change", () => {
    give(sampleOf(current?.samples ?? [])?.code ?? "");
  });

  function print(level: string, text: string): void {
    output.append(element("div", { className: level }, text));
    output.scrollTop = output.scrollHeight;
  }

  async function start(): Promise<void> {
    output.replaceChildren();
    run.disabled = true;
    const end = (error?: string): void => {
      if (error !== undefined) {
        print("error", error);
      }
      run.disabled = false;
    };
    const compiled = await editor.server.request("playground/compile", { code: view.state.doc.toString() });
    if ("problem" in compiled) {
      end(compiled.problem);
    } else if (current === undefined) {
      end("There is no package yet: it is built once the specification has no errors.");
    } else {
      const script = `${current.script}\nrunProgram(async (require, exports) => {\n${compiled.script}\n});`;
      const onMessage = (message: FromWorker): void => {
        if (message.kind === "console") {
          print(message.level, message.text);
        } else if (message.kind === "done") {
          sandbox.stop();
          end();
        }
      };
      await sandbox.start(script, { onMessage, onError: end }, limit);
    }
  }

  if (program.text !== undefined) {
    replaceText(view, program.text);
  }
  return {
    update: async (reason) => {
      if (reason === "cursor moved") {
        return undefined;
      }
      const shown = await editor.server.request("playground/package", { textDocument: editor.cursor.textDocument });
      if (shown.kind === "shown") {
        current = shown.value;
        const { value } = routes;
        routes.replaceChildren(...shown.value.samples.map(({ route }) => element("option", {}, route)));
        routes.value = shown.value.samples.some(({ route }) => route === value) ? value : routes.value;
        if (program.text === undefined) {
          give(sampleOf(shown.value.samples)?.code ?? "// The specification has no routes.\n");
        }
      }
      return shown;
    },
  };
}
