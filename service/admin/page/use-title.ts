import { useEffect } from "preact/hooks";

/** Names what is on the screen in the title of the document. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Admin console`;
  }, [title]);
}
