import { element } from "../../../../templates/site/element.js";
import type { ShownPage } from "../../messages.js";

/** Shows pages of the documentation site, without their scripts. */
export class PageFrame {
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
