/**
 * Makes the arrow keys select the tab before or after the selected one. With the Tab key, only the selected tab can be
 * reached.
 */
export function addTabKeys(
  list: HTMLElement,
  heads: () => readonly HTMLElement[],
  select: (index: number) => void,
): void {
  list.addEventListener("keydown", ({ key }) => {
    const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
    if (step !== 0) {
      const all = heads();
      const at = all.findIndex((head) => head.tabIndex === 0);
      select((at + step + all.length) % all.length);
    }
  });
}

/** Marks one of the tabs as selected. */
export function markSelected(heads: readonly HTMLElement[], index: number): void {
  heads.forEach((head, at) => {
    head.setAttribute("aria-selected", String(at === index));
    head.tabIndex = at === index ? 0 : -1;
  });
}
