import { useEffect } from "preact/hooks";

/** Sets the title of the document. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Admin console`;
  }, [title]);
}
