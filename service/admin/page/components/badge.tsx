import type { VNode } from "preact";

export type Tone = "good" | "info" | "warning" | "neutral";

/** A short label for a state. */
export function Badge({ tone, children }: { readonly tone: Tone; readonly children: string }): VNode {
  return <span class={`badge ${tone}`}>{children}</span>;
}

/** The initials of a person. The color depends on the name, so that people are easier to recognize. */
export function Avatar({ name }: { readonly name: string }): VNode {
  const initials = name
    .split(/\s+/)
    .map((word) => [...word][0] ?? "")
    .join("");
  const hue = [...name].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 6, 7);
  return (
    <span class={`avatar hue-${hue}`} aria-hidden="true">
      {[...initials].slice(0, 2).join("").toUpperCase()}
    </span>
  );
}
