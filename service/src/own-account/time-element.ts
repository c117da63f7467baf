import { html } from "hono/html";
import type { Html } from "../pages/layout.js";

/** Returns a time in UTC, in a form for people. */
export function timeElement(time: Date): Html {
  const text = time.toISOString();
  return html`<time datetime="${text}">${text.slice(0, 16).replace("T", " ")} UTC</time>`;
}
