import type { VNode } from "preact";

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
