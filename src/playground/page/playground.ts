/*
 * The page of the playground: an editor, and tabs that show the output for the specification. Everything runs in the page and its
 * workers.
 */
import { addThemeSwitch, applyTheme } from "../../../templates/site/theme.js";
import { Page } from "./page.js";

applyTheme();
const top = document.querySelector(".top");
const main = document.querySelector("main");
if (top !== null && main !== null) {
  const page = new Page(top, main);
  addThemeSwitch(top);
  void page.open();
}
