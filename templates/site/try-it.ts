import { button } from "./element.js";
import { loadScript } from "./load-script.js";

/** The methods of the explorer that the page calls. */
export interface Explorer {
  /** Calls the route such that the Twin returns the error with a path. */
  getError(path: string): void;
}

/** The global function that the script of the explorer defines. */
export interface ExplorerGlobal {
  ashlarTryIt?: (section: HTMLElement) => Promise<Explorer>;
}

/** Adds the buttons that load and open the explorer (SITE-30). */
export function addTryIt(section: HTMLElement): void {
  section.hidden = false;
  section.classList.add("closed");
  let opened: Promise<Explorer> | undefined;
  const open = (): Promise<Explorer> => (opened ??= load(section, opener));
  const opener = button("Try it", "primary", () => void open());
  section.append(opener);
  for (const test of document.querySelectorAll(".errors .test")) {
    const path = pathOf(test);
    const get = button("Get this error", "get-error", () => {
      void open().then((explorer) => explorer.getError(path));
    });
    test.closest("li")?.querySelector(".error")?.append(get);
  }
}

/** Returns the path of an error in the list of errors, such as `path/not_found` for `path/not_found/…`. */
export function pathOf(test: Element): string {
  return test.closest("li")?.querySelector(".summary")?.textContent.replace(/\/…$/, "") ?? "";
}

async function load(section: HTMLElement, opener: HTMLElement): Promise<Explorer> {
  await loadScript("explorer.js");
  const explorer = await (globalThis as ExplorerGlobal).ashlarTryIt?.(section);
  if (explorer === undefined) {
    throw new Error("explorer.js does not define the explorer");
  }
  opener.remove();
  section.classList.remove("closed");
  return explorer;
}
