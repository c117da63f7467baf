import sql from "sql-template-tag";
import { newAccountId } from "../database/ids.js";
import type { Queries } from "../database/database.js";

/** The fields of a new account. */
export interface NewAccount {
  readonly email: string;
  readonly givenName: string;
  readonly surname: string;
  readonly kind: "personal" | "work";
  readonly isEmailVerified: boolean;
  readonly quota: number | undefined;
}

/** Adds an account with an empty home. Returns the id of the account and the namespace of the home. */
export async function addAccount(
  queries: Queries,
  account: NewAccount,
  now: Date,
): Promise<{ readonly id: string; readonly home: number }> {
  const id = newAccountId();
  const namespace = await queries.first<{ id: number }>(
    sql`insert into namespace (kind, created) values ('home', ${now}) returning id`,
  );
  const home = namespace?.id ?? 0;
  await queries.run(sql`
    insert into account (id, email, email_verified, given_name, surname, kind, home, quota, created)
    values (${id}, ${account.email}, ${account.isEmailVerified}, ${account.givenName}, ${account.surname},
            ${account.kind}, ${home}, ${account.quota ?? null}, ${now})`);
  return { id, home };
}
