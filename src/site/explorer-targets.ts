export const explorerTargets = ["off", "twin", "live"] as const;

/** Who answers calls from route pages: nobody, the Twin in the page, or also a host of the service. */
export type ExplorerTargets = (typeof explorerTargets)[number];
