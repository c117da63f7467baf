const key = "place";

/** Stores the current place for this tab, so that the user returns to it after the next log-in. */
export function rememberPlace(): void {
  sessionStorage.setItem(key, location.hash);
}

/** Returns to the stored place, once. */
export function returnToPlace(): void {
  const hash = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  if (hash !== null) {
    history.replaceState(null, "", hash === "" ? location.pathname : hash);
  }
}
