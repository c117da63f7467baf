import type { VNode } from "preact";
import { Empty } from "./empty.js";
import type { IconName } from "./icon.js";

interface NotFoundProps {
  readonly icon: IconName;
  /** What does not exist, such as `group`. */
  readonly noun: string;
  /** The list that would contain it. */
  readonly parent: { readonly title: string; readonly href: string };
}

/** Shown instead of the page about something that does not exist. */
export function NotFound({ icon, noun, parent }: NotFoundProps): VNode {
  return (
    <Empty icon={icon} title={`This ${noun} does not exist`}>
      <p>It may have been deleted, or the link is incomplete.</p>
      <a class="button" href={parent.href}>
        Show all {parent.title.toLowerCase()}
      </a>
    </Empty>
  );
}
