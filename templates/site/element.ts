/** The properties, attributes and click listener of an element. */
interface Settings {
  readonly className?: string;
  readonly id?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly onclick?: () => void;
}

/** Creates an element and its children. Strings become text nodes, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  { className, id, attributes = {}, onclick }: Settings = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className !== undefined) {
    made.className = className;
  }
  if (id !== undefined) {
    made.id = id;
  }
  for (const [attribute, value] of Object.entries(attributes)) {
    made.setAttribute(attribute, value);
  }
  if (onclick !== undefined) {
    made.addEventListener("click", onclick);
  }
  made.append(...children);
  return made;
}

export function button(text: string, className: string, onclick: () => void): HTMLButtonElement {
  return element("button", { className, onclick, attributes: { type: "button" } }, text);
}
