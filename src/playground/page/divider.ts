import { element } from "../../../templates/site/element.js";

/** The minimum and the maximum width of the left half, in percent. */
const [smallest, largest] = [20, 80];

/** Creates the line between the halves of an element. Users can move it with a pointer or the arrow keys. */
export function createDivider(parent: HTMLElement): HTMLElement {
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
