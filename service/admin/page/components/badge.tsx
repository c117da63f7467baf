import type { VNode } from "preact";

export type Tone = "good" | "info" | "warning" | "neutral";

/** A short label for a state. */
export function Badge({ tone, children }: { readonly tone: Tone; readonly children: string }): VNode {
  return <span class={`badge ${tone}`}>{children}</span>;
}
