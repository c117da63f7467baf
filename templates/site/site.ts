/*
 * The script of a documentation site: a classic script, which also runs from `file://`. Pages are readable without it; it
 * adds the theme switch, tabs, buttons that copy code, the search, and the explorer.
 */
import { addCopyButton } from "./copy-button.js";
import { returnFromLogIn } from "./log-in-redirect.js";
import { openTarget } from "./open-target.js";
import { addSearch } from "./search.js";
import { addTabs } from "./tabs.js";
import { addThemeSwitch, applyTheme } from "./theme.js";
import { addTryIt } from "./try-it.js";

applyTheme();
returnFromLogIn();

document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll<HTMLPreElement>("pre").forEach(addCopyButton);
  document.querySelectorAll(".tabs").forEach(addTabs);
  document.querySelectorAll<HTMLElement>("#try-it").forEach(addTryIt);
  const top = document.querySelector(".top");
  if (top !== null) {
    addSearch(top);
    addThemeSwitch(top);
  }
  const menu = document.querySelector<HTMLElement>(".menu");
  const current = menu?.querySelector<HTMLElement>("li li [aria-current]");
  if (menu !== null && current !== null && current !== undefined && current.offsetTop > menu.clientHeight * 0.8) {
    menu.scrollTop = current.offsetTop - menu.clientHeight / 2;
  }
  openTarget();
  addEventListener("hashchange", openTarget);
});
