import type { VNode } from "preact";

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
