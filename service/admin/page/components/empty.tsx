import type { ComponentChildren, VNode } from "preact";
import { Icon, type IconName } from "./icon.js";

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  /** What could be done about it. */
  readonly children: ComponentChildren;
}

/** What is shown where a list has nothing to show. */
export function Empty({ icon, title, children }: EmptyProps): VNode {
  return (
    <div class="empty">
      <Icon name={icon} />
      <p class="empty-title">{title}</p>
      <div>{children}</div>
    </div>
  );
}
