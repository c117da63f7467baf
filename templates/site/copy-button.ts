import { button } from "./element.js";

export function addCopyButton(code: HTMLPreElement): void {
  const block = document.createElement("div");
  block.className = "block";
  code.replaceWith(block);
  const copy = button("Copy", "copy", () => {
    void navigator.clipboard.writeText(code.textContent).then(() => {
      copy.textContent = "Copied";
      setTimeout(() => (copy.textContent = "Copy"), 1500);
    });
  });
  block.append(code, copy);
}
