import { match, type team } from "cloud-storage-api";

/** Returns the sentence for each error of the reports. */
export function explainReport(error: team.DateRangeError): string | undefined {
  return match(error, {
    other: () => "There is no report for these days. Choose another period.",
    $unknown: () => undefined,
  });
}
