import type { VNode } from "preact";
import { useContext, useId } from "preact/hooks";
import { InputProblemsContext } from "../problems/input-problems.js";

interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly type?: "text" | "email";
  readonly value?: string;
  readonly isRequired?: boolean;
  readonly maxLength?: number;
  readonly hint?: string;
}

/** A form input, its label, and what is wrong with what was entered. */
export function Field({ label, name, type = "text", value, isRequired = true, maxLength, hint }: FieldProps): VNode {
  const id = useId();
  const problem = useContext(InputProblemsContext)[name];
  const attributes = {
    name,
    defaultValue: value,
    required: isRequired,
    maxLength,
    autocomplete: "off",
    ...(problem !== undefined && { "aria-invalid": true, "aria-describedby": id }),
  } as const;
  return (
    <label class="field">
      <span>{label}</span>
      {type === "email" ? <input type="email" {...attributes} /> : <input type="text" {...attributes} />}
      {hint !== undefined && <small>{hint}</small>}
      {problem !== undefined && (
        <small id={id} class="problem">
          {problem}
        </small>
      )}
    </label>
  );
}

/** Returns the value of a field; empty if there is none. */
export function enteredText(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === "string" ? value.trim() : "";
}
