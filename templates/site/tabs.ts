import { button } from "./element.js";
import { remember, remembered } from "./remembered.js";
import { addTabKeys, markSelected } from "./tab-keys.js";

/** Converts panels to tabs, one of which is shown. The choice applies to all pages. */
export function addTabs(tabs: Element, group: number): void {
  const panels = [...tabs.children] as HTMLElement[];
  const list = document.createElement("div");
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", "Language");
  const heads = panels.map((panel, index) => {
    const title = panel.querySelector("h3");
    const head = button(title?.textContent ?? "", "", () => select(index, true));
    title?.remove();
    head.setAttribute("role", "tab");
    head.id = `tab-${group}-${index}`;
    head.setAttribute("aria-controls", `panel-${group}-${index}`);
    panel.id = `panel-${group}-${index}`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", head.id);
    return head;
  });
  function select(index: number, isChosen: boolean): void {
    markSelected(heads, index);
    panels.forEach((panel, at) => (panel.hidden = at !== index));
    if (isChosen) {
      heads[index]?.focus();
      remember("language", heads[index]?.textContent ?? "");
    }
  }
  addTabKeys(
    list,
    () => heads,
    (index) => select(index, true),
  );
  list.append(...heads);
  tabs.prepend(list);
  const kept = heads.findIndex((head) => head.textContent === remembered("language"));
  select(Math.max(kept, 0), false);
}
