/** Opens the nested tables around the row that the URL names, and scrolls to that row. */
export function openTarget(): void {
  const target = document.getElementById(location.hash.slice(1));
  for (let at = target?.parentElement; at !== null && at !== undefined; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) {
      at.open = true;
    }
  }
  target?.scrollIntoView();
}
