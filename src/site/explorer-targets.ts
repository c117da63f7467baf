export const explorerTargets = ["off", "twin", "live"] as const;

/** The targets of calls from route pages: none, the Twin in the page, or also a host of the service. */
export type ExplorerTargets = (typeof explorerTargets)[number];
