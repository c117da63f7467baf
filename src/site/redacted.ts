import type { BindingOptions } from "../generator/facts/binding-options.js";
import type { Api } from "../ir/api.js";
import { privacyReport } from "../exports/privacy/report.js";
import type { PrivacyRow } from "../exports/privacy/row.js";

/** Returns the places in messages of an API whose data is masked or hashed in logs. */
export function redactedPlaces(api: Api, binding: BindingOptions): readonly PrivacyRow[] {
  // Searching all messages is slow, and most APIs redact nothing.
  return redactsAnything(api)
    ? privacyReport(api, { binding }).rows.filter(({ kind }) => kind === "blot" || kind === "hash")
    : [];
}

function redactsAnything({ namespaces }: Api): boolean {
  return namespaces.some(({ aliases, types }) =>
    [...aliases, ...types.flatMap(({ fields }) => fields)].some(({ redactor }) => redactor !== undefined),
  );
}
