/** Some calls. Tasks that are exclusive run alone, because what others write would disturb them. */
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
