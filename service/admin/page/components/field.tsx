import type { VNode } from "preact";
import { useContext, useEffect, useId, useRef } from "preact/hooks";
import { InputProblemsContext } from "../problems/input-problems.js";
import { Icon } from "./icon.js";

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

interface TextAreaProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly hint: string;
  readonly onInput: (text: string) => void;
}

/** A form field for several lines and its label. The field must not be empty. */
export function TextArea({ label, name, value, hint, onInput }: TextAreaProps): VNode {
  return (
    <label class="field">
      <span>{label}</span>
      <textarea
        name={name}
        rows={5}
        required
        spellcheck={false}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <small>{hint}</small>
    </label>
  );
}

export interface Option {
  readonly value: string;
  readonly label: string;
  readonly hint?: string | undefined;
}

interface ChoiceProps {
  readonly legend: string;
  readonly name: string;
  readonly options: readonly Option[];
  readonly chosen: string;
}

/** Radio buttons, each with an explanation. */
export function Choice({ legend, name, options, chosen }: ChoiceProps): VNode {
  return (
    <fieldset class="choice">
      <legend>{legend}</legend>
      {options.map(({ value, label, hint }) => (
        <label key={value}>
          <input type="radio" name={name} value={value} defaultChecked={value === chosen} />
          <span>
            {label}
            {hint !== undefined && <small>{hint}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** The pause after typing before the search starts, in milliseconds. */
const pause = 150;

interface SearchFieldProps {
  readonly label: string;
  /** The current search. */
  readonly value: string;
  readonly search: (text: string) => void;
}

/** A field that searches while the user types. */
export function SearchField({ label, value, search }: SearchFieldProps): VNode {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // Other elements may have cleared the search. While the field has the focus, its text is newer than the value.
    if (input.current !== null && input.current !== document.activeElement) {
      input.current.value = value;
    }
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onInput = (text: string): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(text), pause);
  };
  return (
    <label class="search">
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        placeholder={label}
        aria-label={label}
        defaultValue={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </label>
  );
}
