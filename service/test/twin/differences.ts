import type { Outcome } from "./side.js";

/** Where the Twin answers otherwise than the service, and why. */
export interface Difference {
  /** As the manual has it. */
  readonly what: string;
  readonly explains: (route: string, twin: Outcome, service: Outcome) => boolean;
}

/** The error that the service gives where the Twin gives a result; empty otherwise. */
function refusal(twin: Outcome, service: Outcome): string {
  return "value" in twin && "error" in service ? service.error : "";
}

/** All that the sample model does not say. */
export const differences: readonly Difference[] = [
  {
    what: "Two entities may have the same name",
    explains: (_, twin, service) => /already_(?:used|in_use)$/.test(refusal(twin, service)),
  },
  {
    what: "Any name is accepted",
    explains: (_, twin, service) => /name_invalid$|^invalid_folder_name$/.test(refusal(twin, service)),
  },
  {
    what: "The status of an entity forbids nothing",
    explains: (route, twin, service) =>
      refusal(twin, service).startsWith("status_error/") ||
      (route === "team/team_folder/rename" && refusal(twin, service) === "other"),
  },
  {
    what: "What was removed is forgotten",
    explains: (_, twin, service) =>
      "error" in twin &&
      "error" in service &&
      twin.error === "group_not_found" &&
      service.error === "group_already_deleted",
  },
  {
    what: "An entity has one key",
    explains: (route, twin, service) =>
      route === "team/groups/get_info" && "status" in twin && twin.status === 400 && "value" in service,
  },
  {
    what: "Options of the argument are ignored",
    explains: (route, twin, service) =>
      (route === "team/groups/update" && "value" in twin && "value" in service) ||
      (route === "files/upload" && /^path\/conflict\/file$/.test(refusal(twin, service))),
  },
  {
    what: "A resource does not see the keys of others",
    explains: (route, _, service) =>
      route.startsWith("files/") && /(?:conflict\/(?:file|folder)|not_file)$/.test(errorOf(service)),
  },
];

function errorOf(outcome: Outcome): string {
  return "error" in outcome ? outcome.error : "";
}
