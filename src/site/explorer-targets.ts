export const explorerTargets = ["off", "twin", "live"] as const;

/** What answers calls from route pages: nothing, the Twin in the page, or also a host of the service. */
export type ExplorerTargets = (typeof explorerTargets)[number];
