import type { ComponentChildren, VNode } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { Icon } from "./icon.js";

interface HeadingProps {
  readonly title: string;
  readonly description?: string | undefined;
  /** The list to which this page belongs. */
  readonly parent?: { readonly title: string; readonly href: string };
  /** The actions of the page. */
  readonly children?: ComponentChildren;
}

/** The head of a page. The heading receives the focus when the focused element has been removed. */
export function Heading({ title, description, parent, children }: HeadingProps): VNode {
  return (
    <div class="heading">
      <div>
        {parent !== undefined && (
          <a class="parent" href={parent.href}>
            <Icon name="left" />
            {parent.title}
          </a>
        )}
        <h1 tabIndex={-1}>{title}</h1>
        {description !== undefined && <p>{description}</p>}
      </div>
      <div class="heading-actions">{children}</div>
    </div>
  );
}

/** Sets the title of the document. */
export function useTitle(title: string): void {
  useLayoutEffect(() => {
    document.title = `${title} · Admin console`;
  }, [title]);
}
