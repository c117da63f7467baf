import type { Affected, Finding } from "../../diff/report.js";

/** Returns the uses in which messages change. If messages do not change, returns all uses. */
export function effectiveUses({ affects, verdict }: Finding): readonly Affected[] {
  const changed = affects.filter(
    ({ part }) => part === "route" || (part === "arg" ? verdict.request : verdict.response) !== "ok",
  );
  return changed.length > 0 ? changed : affects;
}
