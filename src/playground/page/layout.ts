import { element, button } from "../../../templates/site/element.js";
import { createDivider } from "./divider.js";

const views = [
  ["left", "Specification"],
  ["right", "Output"],
] as const;

/** Creates the buttons that select which half is shown on narrow screens. */
function createViewSwitch(main: HTMLElement): HTMLElement {
  const buttons = views.map(([view, title]) => button(title, "", () => choose(view)));
  function choose(chosen: string): void {
    main.dataset["view"] = chosen;
    buttons.forEach((each, index) => each.setAttribute("aria-pressed", String(views[index]?.[0] === chosen)));
  }
  choose("left");
  return element("nav", { className: "view-switch", attributes: { "aria-label": "View" } }, ...buttons);
}

/** The elements that the parts of the page fill. */
interface Layout {
  /** Contains the list of files. */
  readonly files: HTMLElement;
  /** Contains the editor. */
  readonly text: HTMLElement;
  /** Contains the names of the tabs. */
  readonly list: HTMLElement;
  /** Contains the tabs. */
  readonly right: HTMLElement;
}

/** Creates the two halves of the page: the specification, with its problems below it, and the tabs. */
export function createLayout(main: HTMLElement, problems: HTMLElement): Layout {
  const files = element("div", { className: "bar files" });
  const text = element("div", { className: "code" });
  const list = element("div", { className: "bar", attributes: { role: "tablist", "aria-label": "Output" } });
  const left = element(
    "section",
    { className: "pane left", attributes: { "aria-label": "Specification" } },
    files,
    text,
    element("div", { className: "bar status-bar" }, problems, hint()),
  );
  const right = element("section", { className: "pane right", attributes: { "aria-label": "Output" } }, list);
  main.replaceChildren(left, createDivider(main), right);
  main.after(createViewSwitch(main));
  return { files, text, list, right };
}

/** Returns a hint about the keys that are hard to guess. */
function hint(): HTMLElement {
  const key = (name: string): HTMLElement => element("kbd", {}, name);
  const parts = [
    key("Ctrl"),
    " ",
    key("Space"),
    " complete · ",
    key("F12"),
    " definition · ",
    key("F8"),
    " next problem · ",
    key("Esc"),
    " ",
    key("Tab"),
    " leave",
  ];
  return element("span", { className: "hint" }, ...parts);
}
