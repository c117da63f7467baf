import { matchesName } from "../ir/names.js";
import type { ContractFinding } from "./report/report.js";

/** How `ashlar test` judges a server. */
export interface TestSettings {
  /** Known findings, which are not reported. */
  readonly accept?: readonly AcceptedFinding[];
  /** Whether the server is newer than the specification. Unknown fields and tags are then warnings. */
  readonly newer?: boolean;
  /** The callers whose `Omitted` fields and tags the tokens may see. */
  readonly callers?: readonly string[];
  /** Routes that upload and download the same content, by their names: `files/upload`. */
  readonly contents?: readonly ContentRoutes[];
  /** Names of fields that may differ between two equal reads. */
  readonly volatile?: readonly string[];
  /** Names of fields that contain lists which two equal reads may return in different orders. */
  readonly unordered?: readonly string[];
}

/** A finding that is known. */
export interface AcceptedFinding {
  /** Its code, such as `refuses-valid`. */
  readonly finding: string;
  /** Its route; `*` stands for any characters. All routes by default. */
  readonly route?: string;
  /** Why it is accepted. */
  readonly why: string;
  /** The last day on which the exception applies, in UTC: `2027-03-31`. */
  readonly until?: string;
}

/** A route that uploads content, and the one that downloads it. */
interface ContentRoutes {
  readonly upload: string;
  readonly download: string;
}

/** Returns the findings that the configuration does not accept. Ignores entries whose `until` is before `today`. */
export function withoutAccepted(
  findings: readonly ContractFinding[],
  accepted: readonly Omit<AcceptedFinding, "why">[],
  today: Date,
): readonly ContractFinding[] {
  const valid = accepted.filter(({ until }) => until === undefined || today.toISOString().slice(0, 10) <= until);
  return findings.flatMap((finding) => {
    const entries = valid.filter((entry) => entry.finding === finding.code);
    const routes = (finding.routes ?? [finding.route]).filter(
      (name) => !entries.some(({ route = "*" }) => matchesName(route, name)),
    );
    const [route] = routes;
    return route === undefined ? [] : [{ ...finding, route, ...(finding.routes !== undefined && { routes }) }];
  });
}
