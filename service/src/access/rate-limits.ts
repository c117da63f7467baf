import { rateLimited } from "cloud-storage-api/server";
import sql from "sql-template-tag";
import type { Backend } from "../backend.js";
import type { Caller } from "./caller.js";

/** How long calls are counted, in seconds. */
const span = 60;

/** Counts a call of a user or team. Throws a Refusal if there were too many (B-248). */
export async function countCall(backend: Backend, caller: Caller): Promise<void> {
  await count(backend, backend.settings.callsPerMinute, `calls of ${subjectOf(caller)}`, "too_many_requests");
}

/** Counts something that is written into a storage. Throws a Refusal if there was too much (B-248). */
export async function countWrite(backend: Backend, accountId: string): Promise<void> {
  await count(backend, backend.settings.writesPerMinute, `writes of ${accountId}`, "too_many_write_operations");
}

function subjectOf(caller: Caller): string {
  switch (caller.kind) {
    case "user":
      return caller.accountId;
    case "team":
      return caller.teamId;
    case "app":
      return caller.app.key;
  }
}

/** Spans are counted in the database, for all processes, and by real time. */
async function count({ database }: Backend, limit: number | undefined, subject: string, reason: string): Promise<void> {
  if (limit === undefined) {
    return;
  }
  const seconds = Date.now() / 1000;
  const current = Math.floor(seconds / span);
  const row = await database.first<{ calls: number }>(sql`
    insert into call_count (subject, span, calls) values (${subject}, ${current}, 1)
    on conflict (subject, span) do update set calls = call_count.calls + 1
    returning calls`);
  if ((row?.calls ?? 0) > limit) {
    throw rateLimited((current + 1) * span - seconds, reason);
  }
}
