import { button } from "./element.js";
import { remember, remembered } from "./remembered.js";

const page = document.documentElement;

/** Applies the stored theme. Call this before the page is painted, so that the page does not flash. */
export function applyTheme(): void {
  const theme = remembered("theme");
  if (theme === "light" || theme === "dark") {
    page.dataset["theme"] = theme;
  }
}

function isDark(): boolean {
  return (page.dataset["theme"] ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
}

export function addThemeSwitch(top: Element): void {
  const label = (): string => (isDark() ? "Light" : "Dark");
  const toggle = button(label(), "theme", () => {
    page.dataset["theme"] = isDark() ? "light" : "dark";
    remember("theme", page.dataset["theme"]);
    toggle.textContent = label();
  });
  toggle.setAttribute("aria-label", "Switch between light and dark");
  top.append(toggle);
}
