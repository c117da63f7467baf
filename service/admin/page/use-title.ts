import { useLayoutEffect } from "preact/hooks";

/** Sets the title of the document. */
export function useTitle(title: string): void {
  useLayoutEffect(() => {
    document.title = `${title} · Admin console`;
  }, [title]);
}
