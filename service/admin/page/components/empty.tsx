import type { ComponentChildren, VNode } from "preact";
import { Icon, type IconName } from "./icon.js";

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  /** A hint about what to do. */
  readonly children: ComponentChildren;
}

/** The placeholder of an empty list. */
export function Empty({ icon, title, children }: EmptyProps): VNode {
  return (
    <div class="empty">
      <Icon name={icon} />
      <p class="empty-title">{title}</p>
      <div>{children}</div>
    </div>
  );
}
