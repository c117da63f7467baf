/* The script of the pages of documents, which are readable without it: the theme switch, and buttons that copy code. */
import { addCopyButton } from "../../templates/site/copy-button.js";
import { addThemeSwitch, applyTheme } from "../../templates/site/theme.js";

applyTheme();
document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll<HTMLPreElement>("pre").forEach(addCopyButton);
  const top = document.querySelector(".top");
  if (top !== null) {
    addThemeSwitch(top);
  }
});
