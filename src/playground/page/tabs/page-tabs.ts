import { button, element } from "../../../../templates/site/element.js";
import type { ShownPage } from "../../messages.js";
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

/** Shows pages of the documentation site, without their scripts. */
class PageFrame {
  readonly #frame = element("iframe", { attributes: { sandbox: "allow-same-origin", title: "Documentation" } });
  readonly #onLink: (path: string) => void;
  readonly #ready: Promise<Document>;
  #path = "";

  /** `onLink` is called with the path of a page to which the reader has followed a link. */
  constructor(panel: HTMLElement, onLink: (path: string) => void) {
    this.#onLink = onLink;
    this.#ready = new Promise((ready) => {
      this.#frame.addEventListener("load", () => {
        const page = this.#frame.contentDocument;
        if (page !== null) {
          page.addEventListener("click", (event) => this.#follow(event));
          followTheme(page);
          ready(page);
        }
      });
    });
    // A frame that has a `srcdoc` inherits the page's policy.
    this.#frame.srcdoc = `<!doctype html><html lang="en"><head><title>Documentation</title><link rel="stylesheet" href="site.css"><link rel="stylesheet" href="page.css"></head><body></body></html>`;
    panel.append(this.#frame);
  }

  async show({ path, html }: ShownPage): Promise<void> {
    const page = await this.#ready;
    const { body } = new DOMParser().parseFromString(html, "text/html");
    const content = body.querySelector("main");
    page.body.replaceChildren(...(content === null ? [] : [page.adoptNode(content)]));
    if (path !== this.#path) {
      this.#path = path;
      page.documentElement.scrollTop = 0;
    }
  }

  #follow(event: MouseEvent): void {
    const link = closestLink(event.target as Node); // not an instance of this page's class
    const href = link?.getAttribute("href");
    if (href === undefined || href === null) {
      return;
    }
    event.preventDefault();
    if (/^https?:/.test(href)) {
      open(href, "_blank", "noopener");
      return;
    }
    const { pathname, hash } = new URL(href, `https://site/${this.#path}`);
    const path = pathname.slice(1);
    if (path !== this.#path) {
      this.#onLink(path);
    } else if (hash !== "") {
      this.#frame.contentDocument?.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
    }
  }
}

/** Returns the link that contains a node. Nodes of the frame are not instances of this page's classes. */
function closestLink(node: Node): Element | undefined {
  const start = node.nodeType === Node.ELEMENT_NODE ? (node as Element) : node.parentElement;
  return start?.closest("a") ?? undefined;
}

/** Applies the theme of this page to another page, also when it changes. */
function followTheme(page: Document): void {
  const { documentElement } = document;
  const copy = (): void => {
    page.documentElement.dataset["theme"] = documentElement.dataset["theme"] ?? "";
  };
  copy();
  new MutationObserver(copy).observe(documentElement, { attributeFilter: ["data-theme"] });
}
