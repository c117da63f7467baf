/** Opens the nested tables that contain the row named in the address. */
export function openTarget(): void {
  const target = document.getElementById(location.hash.slice(1));
  for (let at = target?.parentElement; at !== null && at !== undefined; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) {
      at.open = true;
    }
  }
  target?.scrollIntoView();
}
