/** One or more calls. An exclusive task runs alone, because writes of other tasks would disturb it. */
export interface Task {
  readonly isExclusive: boolean;
  readonly run: () => Promise<void>;
}

export function shared(run: () => Promise<unknown>): Task {
  return { isExclusive: false, run: async () => void (await run()) };
}

export function exclusive(run: () => Promise<unknown>): Task {
  return { isExclusive: true, run: async () => void (await run()) };
}
