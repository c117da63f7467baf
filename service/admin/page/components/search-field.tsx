import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "./icon.js";

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
