import { element, button } from "../../../templates/site/element.js";

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

/** The minimum and the maximum width of the left half, in percent. */
const [smallest, largest] = [20, 80];

/** Creates the line between the halves of an element. Users can move it with a pointer or the arrow keys. */
function createDivider(parent: HTMLElement): HTMLElement {
  const divider = element("div", {
    className: "divider",
    attributes: {
      role: "separator",
      tabindex: "0",
      "aria-label": "Width of the specification",
      "aria-orientation": "vertical",
      "aria-valuemin": String(smallest),
      "aria-valuemax": String(largest),
    },
  });
  let width = 50;
  const setWidth = (percent: number): void => {
    width = Math.min(largest, Math.max(smallest, percent));
    parent.style.setProperty("--left", `${width}fr`);
    parent.style.setProperty("--right", `${100 - width}fr`);
    divider.setAttribute("aria-valuenow", String(Math.round(width)));
  };
  setWidth(width);
  divider.addEventListener("pointerdown", ({ pointerId }) => divider.setPointerCapture(pointerId));
  divider.addEventListener("pointermove", ({ pointerId, clientX }) => {
    if (divider.hasPointerCapture(pointerId)) {
      const { left, width: whole } = parent.getBoundingClientRect();
      setWidth(((clientX - left) / whole) * 100);
    }
  });
  divider.addEventListener("keydown", ({ key }) => {
    const step = { ArrowLeft: -5, ArrowRight: 5 }[key];
    if (step !== undefined) {
      setWidth(width + step);
    }
  });
  return divider;
}
