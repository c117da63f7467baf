import type { team as types } from "cloud-storage-api";
import { membersAddJobStatusGet } from "cloud-storage-api/team";
import { waitForJob } from "../calls/explain-errors.js";
import type { AdminConsole } from "../console-context.js";
import { explainJob } from "../problems/job-problems.js";
import { Problem, unknownProblem } from "../problems/problem.js";
import type { Person } from "./read-line.js";

/** The maximum number of people that the API adds in one call. */
export const maxInvited = 20;

/** Invites people. Returns the result for each of them, in the same order. Rejects with a `Problem` if that is impossible. */
export async function invite(
  { team }: AdminConsole,
  people: readonly Person[],
  role: types.AdminTierInput,
): Promise<readonly types.MemberAddResult[]> {
  const new_members = people.map(({ email, given, surname }) => ({
    member_email: email,
    member_given_name: given,
    member_surname: surname,
    role,
  }));
  const launch = team.membersAdd({ new_members });
  const done = await waitForJob(launch, () => undefined, membersAddJobStatusGet, explainJob);
  if (done[".tag"] !== "complete") {
    throw new Problem(unknownProblem);
  }
  return done.complete;
}
