/** Returns a setting that the browser stores; undefined if there is none, or if the browser does not allow storage. */
export function remembered(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // The browser does not allow storage: the setting applies only to this page.
  }
}
