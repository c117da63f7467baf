import type { ComponentChildren, VNode } from "preact";
import type { Loaded } from "../calls/use-loaded.js";
import { Icon, type IconName } from "./icon.js";

/** An error message, which screen readers announce immediately. */
export function Alert({ children, retry }: { readonly children: string; readonly retry?: () => void }): VNode {
  return (
    <div class="alert" role="alert">
      <Icon name="alert" />
      <p>{children}</p>
      {retry !== undefined && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

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

/** The placeholder of a list that is loading for the first time. */
export function Skeleton(): VNode {
  return (
    <div class="skeleton" role="status">
      <span class="visually-hidden">Loading …</span>
      {Array.from({ length: 6 }, (_, index) => (
        <span key={index} aria-hidden="true" />
      ))}
    </div>
  );
}

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
