/** Notifies long polls when the state or the time of a Twin has changed. */
export class StateChanges {
  #listeners = new Set<() => void>();

  /** Resolves at the next change, or when the signal is aborted. */
  next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        this.#listeners.delete(end);
        signal.removeEventListener("abort", end);
        resolve();
      };
      this.#listeners.add(end);
      signal.addEventListener("abort", end);
    });
  }

  notify(): void {
    [...this.#listeners].forEach((listener) => listener());
  }
}
