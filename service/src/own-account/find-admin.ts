import type { Person } from "../accounts/person.js";
import type { Backend } from "../backend.js";
import { findLoggedIn, type PageContext } from "../pages/session.js";

/** An administrator of a team. */
export type Admin = Person & { readonly team_id: string };

/**
 * Returns the administrator who is logged in with the browser, and has a passkey if the team requires one; undefined if there
 * is none.
 */
export async function findAdmin(
  { var: { session } }: PageContext,
  { database, clock }: Pick<Backend, "database" | "clock">,
): Promise<Admin | undefined> {
  const people = await findLoggedIn(database, session, await clock.now(database));
  return people.find((person): person is Admin => person.is_admin && !person.needs_passkey && person.team_id !== null);
}
