import { button, element } from "../../../templates/site/element.js";

const views = [
  ["left", "Specification"],
  ["right", "Output"],
] as const;

/** Creates the buttons that select which half is shown on narrow screens. */
export function createViewSwitch(main: HTMLElement): HTMLElement {
  const buttons = views.map(([view, title]) => button(title, "", () => choose(view)));
  function choose(chosen: string): void {
    main.dataset["view"] = chosen;
    buttons.forEach((each, index) => each.setAttribute("aria-pressed", String(views[index]?.[0] === chosen)));
  }
  choose("left");
  return element("nav", { className: "view-switch", attributes: { "aria-label": "View" } }, ...buttons);
}
