import { element } from "../../../templates/site/element.js";
import { addTabKeys, markSelected } from "../../../templates/site/tab-keys.js";
import type { Shown } from "../messages.js";
import { isOutdated } from "./server.js";
import type { Reason, Tab, TabContext } from "./tabs/tab.js";

type MakeTab = (context: TabContext) => Tab;

/** The tabs. The script of a tab is loaded when the tab is first shown. */
const tabs: readonly (readonly [title: string, load: () => Promise<MakeTab>])[] = [
  ["TypeScript", async () => (await import("./tabs/code-tabs.js")).codeTab],
  ["Docs", async () => (await import("./tabs/page-tabs.js")).docsTab],
  ["Call", async () => (await import("./tabs/call-tab.js")).callTab],
  ["JSON", async () => (await import("./tabs/json-tab.js")).jsonTab],
  ["OpenAPI", async () => (await import("./tabs/code-tabs.js")).openApiTab],
  ["Changes", async () => (await import("./tabs/page-tabs.js")).changesTab],
];

/** The part of the page that shows the output for the specification. */
export class Output {
  readonly #context: Omit<TabContext, "panel">;
  readonly #heads: readonly HTMLElement[];
  readonly #panels: readonly HTMLElement[];
  readonly #notice = element("p", { className: "notice", attributes: { role: "status", hidden: "" } });
  readonly #made = new Map<number, Promise<Tab>>();
  #selected = 0;
  #isUpdating = false;
  #next: Reason | undefined;

  constructor(parent: Element, list: HTMLElement, context: Omit<TabContext, "panel">) {
    this.#context = context;
    const choose = (index: number): void => {
      this.#select(index);
      this.update("opened");
    };
    this.#heads = tabs.map(([title], index) =>
      element(
        "button",
        {
          id: `tab-${index}`,
          attributes: { type: "button", role: "tab", "aria-controls": `panel-${index}` },
          onclick: () => choose(index),
        },
        title,
      ),
    );
    addTabKeys(
      list,
      () => this.#heads,
      (index) => {
        choose(index);
        this.#heads[index]?.focus();
      },
    );
    this.#panels = tabs.map((_, index) =>
      element("div", {
        id: `panel-${index}`,
        className: "panel",
        attributes: { role: "tabpanel", "aria-labelledby": `tab-${index}` },
      }),
    );
    list.append(...this.#heads);
    parent.append(this.#notice, ...this.#panels);
    this.#select(0);
  }

  /** Discards the tabs, so that they are created again. */
  reset(): void {
    this.#made.clear();
    this.update("opened");
  }

  /** Updates the selected tab. If an update is already running, another one follows. */
  update(reason: Reason): void {
    this.#next = this.#next === undefined || this.#next === "cursor moved" ? reason : this.#next;
    if (!this.#isUpdating) {
      void this.#run();
    }
  }

  async #run(): Promise<void> {
    this.#isUpdating = true;
    for (let reason = this.#next; reason !== undefined; reason = this.#next) {
      this.#next = undefined;
      try {
        const tab = await this.#tab(this.#selected);
        this.#report(await tab.update(reason));
      } catch (thrown) {
        // Another update follows if the text has changed in the meantime or the worker has ended.
        if (hasMessage(thrown) && !isOutdated(thrown)) {
          this.#show(thrown.message);
        }
      }
    }
    this.#isUpdating = false;
  }

  #report(shown: Shown<unknown> | undefined): void {
    if (shown?.kind === "errors") {
      const errors = shown.count === 1 ? "an error" : `${shown.count} errors`;
      this.#show(`The specification has ${errors}. This is of its last version without errors.`);
    } else if (shown !== undefined) {
      this.#notice.hidden = true;
    }
  }

  #show(text: string): void {
    this.#notice.hidden = false;
    this.#notice.textContent = text;
  }

  #tab(index: number): Promise<Tab> {
    const panel = this.#panels[index];
    const load = tabs[index]?.[1];
    if (panel === undefined || load === undefined) {
      throw new Error(`There is no tab ${index}.`);
    }
    const createdTab = this.#made.get(index);
    if (createdTab !== undefined) {
      return createdTab;
    }
    // A new element, so that a tab that is still loading after a reset does not write to the panel.
    const content = element("div", { className: "content" });
    panel.replaceChildren(content);
    const made = load().then((make) => make({ ...this.#context, panel: content }));
    this.#made.set(index, made);
    return made;
  }

  #select(index: number): void {
    this.#selected = index;
    markSelected(this.#heads, index);
    this.#panels.forEach((panel, at) => (panel.hidden = at !== index));
  }
}

function hasMessage(thrown: unknown): thrown is { readonly message: string } {
  return typeof thrown === "object" && thrown !== null && "message" in thrown;
}
