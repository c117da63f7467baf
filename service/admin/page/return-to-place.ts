const key = "place";

/** Remembers in this tab where somebody is, for when they have logged in again. */
export function rememberPlace(): void {
  sessionStorage.setItem(key, location.hash);
}

/** Goes where somebody was when the session ended, once. */
export function returnToPlace(): void {
  const hash = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  if (hash !== null) {
    history.replaceState(null, "", hash === "" ? location.pathname : hash);
  }
}
