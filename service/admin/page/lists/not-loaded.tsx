import type { VNode } from "preact";
import type { Loaded } from "../calls/use-loaded.js";
import { Alert } from "../components/alert.js";
import { Empty } from "../components/empty.js";
import type { IconName } from "../components/icon.js";
import { Skeleton } from "./skeleton.js";

interface NotLoadedProps {
  readonly loaded: Pick<Loaded<unknown>, "problem" | "isGone" | "reload">;
  readonly icon: IconName;
  /** The kind of the value that is loaded, such as `group`. */
  readonly noun: string;
  /** The list that contains the value. */
  readonly parent: { readonly title: string; readonly href: string };
}

/** The placeholder of a page whose value is being loaded, could not be loaded, or does not exist. */
export function NotLoaded({ loaded: { problem, isGone, reload }, icon, noun, parent }: NotLoadedProps): VNode {
  if (isGone) {
    return (
      <Empty icon={icon} title={`This ${noun} does not exist`}>
        <p>It may have been deleted, or the link is incomplete.</p>
        <a class="button" href={parent.href}>
          Show all {parent.title.toLowerCase()}
        </a>
      </Empty>
    );
  }
  return problem === undefined ? <Skeleton /> : <Alert retry={reload}>{problem}</Alert>;
}
