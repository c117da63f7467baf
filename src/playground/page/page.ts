import { button, element } from "../../../templates/site/element.js";
import { SpecEditor } from "./editor/spec-editor.js";
import { examples } from "./examples.js";
import { FileList } from "./file-list.js";
import { exampleFragment, exampleIn, fromFragment, toFragment } from "./fragment.js";
import { createLayout } from "./layout.js";
import { Output } from "./output.js";
import type { Mark, SharedProgram } from "./tabs/tab.js";

/** The delay between a change and the update of the page's URL, in milliseconds. */
const addressDelay = 300;

/** The page, which connects its parts. */
export class Page {
  readonly #editor: SpecEditor;
  readonly #output: Output;
  readonly #files: FileList;
  readonly #examples: HTMLSelectElement;
  readonly #problems: HTMLButtonElement;
  readonly #message = element("span", { className: "message", attributes: { role: "status" } });
  readonly #mark: Mark = { files: [] };
  #program: string | undefined;
  /** The fragment that the page has last set or opened. */
  #fragment = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(top: Element, main: HTMLElement) {
    this.#examples = element(
      "select",
      { attributes: { "aria-label": "Example" } },
      ...examples.map(({ id, title }) => element("option", { attributes: { value: id } }, title)),
      element("option", { attributes: { value: "", disabled: "" } }, "Your specification"),
    );
    this.#examples.addEventListener("change", () => {
      location.hash = exampleFragment(this.#examples.value);
    });
    const share = button("Share", "share", () => void this.#share());
    top.append(this.#examples, this.#message, share);

    this.#problems = button("", "problems", () => this.#editor.listProblems());
    const { files, text, list, right } = createLayout(main, this.#problems);
    const program = this.#sharedProgram();
    this.#editor = new SpecEditor(text, {
      onChange: () => {
        this.#output.update("spec changed");
        this.#changed();
      },
      onCursor: () => this.#output.update("cursor moved"),
      onProblems: () => this.#showProblems(),
      onFiles: () => {
        this.#files.update();
        this.#output.update("cursor moved");
      },
      onCrash: (reason) => this.#say(`The language server has crashed and was started again: ${reason}.`, 10_000),
    });
    this.#files = new FileList(files, this.#editor);
    this.#output = new Output(right, list, { editor: this.#editor, mark: this.#mark, program });
    addEventListener("hashchange", () => {
      if (location.hash !== this.#fragment) {
        void this.open();
      }
    });
  }

  /** Opens the specification or the example in the page's URL. */
  async open(): Promise<void> {
    const { hash } = location;
    const shared = await fromFragment(hash);
    const example = examples.find(({ id }) => id === exampleIn(hash)) ?? examples[0];
    if (hash !== "" && shared === undefined && exampleIn(hash) === undefined) {
      this.#say("This link is incomplete. Copy all of it.", 10_000);
    }
    this.#fragment = hash;
    this.#examples.value = shared === undefined ? (example?.id ?? "") : "";
    this.#program = shared?.program;
    const files = shared?.files ?? example?.files ?? [];
    this.#mark.files = files;
    this.#editor.load(files);
    this.#showProblems();
    this.#output.reset();
  }

  #sharedProgram(): SharedProgram {
    const read = (): string | undefined => this.#program;
    return {
      get text() {
        return read();
      },
      set: (text) => {
        if (text !== this.#program) {
          this.#program = text;
          this.#changed();
        }
      },
    };
  }

  /** Writes the current state into the page's URL, after a delay. */
  #changed(): void {
    this.#examples.value = "";
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#updateAddress(), addressDelay);
  }

  async #updateAddress(): Promise<void> {
    this.#fragment = await toFragment({ files: this.#editor.files, program: this.#program });
    history.replaceState(undefined, "", this.#fragment);
  }

  async #share(): Promise<void> {
    if (this.#examples.value === "") {
      await this.#updateAddress();
    }
    try {
      await navigator.clipboard.writeText(location.href);
      this.#say("The link was copied.");
    } catch {
      this.#say("The link is in the address bar.");
    }
  }

  #showProblems(): void {
    const { errors, warnings } = this.#editor.problems.count();
    const parts = [
      ...(errors > 0 ? [count(errors, "error")] : []),
      ...(warnings > 0 ? [count(warnings, "warning")] : []),
    ];
    this.#problems.textContent = parts.length === 0 ? "No problems" : parts.join(", ");
    this.#problems.className = `problems ${errors > 0 ? "bad" : warnings > 0 ? "some" : ""}`;
    this.#files.update();
  }

  #say(text: string, duration = 3000): void {
    this.#message.textContent = text;
    setTimeout(() => {
      if (this.#message.textContent === text) {
        this.#message.textContent = "";
      }
    }, duration);
  }
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
