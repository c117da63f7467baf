import { button, element } from "../../../templates/site/element.js";
import { addTabKeys, markSelected } from "../../../templates/site/tab-keys.js";
import { uriOf, type SpecEditor } from "./editor/spec-editor.js";
import { isFileName } from "./fragment.js";

/** The list of files, in which users select, add and remove files. */
export class FileList {
  readonly #list = element("div", { attributes: { role: "tablist", "aria-label": "Files" } });
  readonly #editor: SpecEditor;
  readonly #remove: HTMLButtonElement;
  #heads: readonly HTMLButtonElement[] = [];

  constructor(parent: Element, editor: SpecEditor) {
    this.#editor = editor;
    addTabKeys(
      this.#list,
      () => this.#heads,
      (index) => {
        editor.show(editor.names[index] ?? editor.shown);
        this.#heads[index]?.focus();
      },
    );
    const add = button("+", "quiet-button", () => this.#add());
    add.setAttribute("aria-label", "Add a file");
    this.#remove = button("Remove", "quiet-button remove", () => editor.remove(editor.shown));
    this.#remove.setAttribute("aria-label", "Remove this file");
    parent.append(this.#list, add, this.#remove);
  }

  update(): void {
    const { names, shown, problems } = this.#editor;
    if (names.join() !== this.#heads.map(({ textContent }) => textContent).join()) {
      this.#heads = names.map((name) =>
        element(
          "button",
          { attributes: { type: "button", role: "tab" }, onclick: () => this.#editor.show(name) },
          name,
        ),
      );
      this.#list.replaceChildren(...this.#heads);
    }
    markSelected(this.#heads, names.indexOf(shown));
    names.forEach((name, index) => this.#heads[index]?.classList.toggle("bad", problems.count(uriOf(name)).errors > 0));
    this.#remove.hidden = names.length < 2;
  }

  #add(): void {
    const name = prompt("Name of the file", "more.stone");
    if (name === null) {
      return;
    }
    if (!isFileName(name) || this.#editor.names.includes(name)) {
      alert(`A file cannot be named '${name}'. Choose letters, digits and underscores, and .stone at the end.`);
      return;
    }
    this.#editor.add(name, `namespace ${name.replace(/\.stone$/, "")}\n`);
  }
}
