import type { ComponentChildren, VNode } from "preact";
import { useId } from "preact/hooks";

interface CardProps {
  readonly title: string;
  /** A button next to the title. */
  readonly action?: VNode;
  readonly children: ComponentChildren;
}

/** A section of a page, with a heading. */
export function Card({ title, action, children }: CardProps): VNode {
  const id = useId();
  return (
    <section class="card" aria-labelledby={id}>
      <div class="card-head">
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
