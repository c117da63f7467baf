import type { ComponentChildren, VNode } from "preact";
import { useId } from "preact/hooks";
import { Menu, type MenuItem } from "./menu.js";

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

interface Item {
  readonly key: string;
  readonly title: ComponentChildren;
  readonly detail: string;
  /** The label of the item's menu. */
  readonly menuLabel: string;
  readonly actions: readonly MenuItem[];
}

/** A short list within a card. Items can have menus. */
export function Items({ items, none }: { readonly items: readonly Item[]; readonly none: ComponentChildren }): VNode {
  return items.length === 0 ? (
    <p class="muted">{none}</p>
  ) : (
    <ul class="items">
      {items.map(({ key, title, detail, menuLabel, actions }) => (
        <li key={key}>
          <span>
            {title}
            <small>{detail}</small>
          </span>
          {actions.length > 0 && <Menu label={menuLabel} items={actions} />}
        </li>
      ))}
    </ul>
  );
}
