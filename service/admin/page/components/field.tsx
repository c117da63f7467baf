import type { VNode } from "preact";

interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly type?: "text" | "email";
  readonly value?: string;
  readonly isRequired?: boolean;
  readonly maxLength?: number;
  readonly hint?: string;
}

/** A form input and its label. */
export function Field({ label, name, type = "text", value, isRequired = true, maxLength, hint }: FieldProps): VNode {
  const attributes = { name, defaultValue: value, required: isRequired, maxLength, autocomplete: "off" } as const;
  return (
    <label class="field">
      <span>{label}</span>
      {type === "email" ? <input type="email" {...attributes} /> : <input type="text" {...attributes} />}
      {hint !== undefined && <small>{hint}</small>}
    </label>
  );
}

/** Returns the value of a field; empty if there is none. */
export function enteredText(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === "string" ? value.trim() : "";
}
