import sql from "sql-template-tag";
import type { Queries } from "./database/database.js";

/** The clock of the service. */
export interface Clock {
  now(queries: Queries): Promise<Date>;
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => Promise.resolve(new Date()) };

/** The clock of the machine plus an offset, which tests set for all processes that use the database. */
export const offsetClock: Clock = {
  async now(queries) {
    const row = await queries.first<{ value: number }>(sql`select value from setting where name = 'clock_offset'`);
    return new Date(Date.now() + (row?.value ?? 0));
  },
};

/** Sets the offset of the service's clock from the clock of the machine, in milliseconds. */
export async function moveClock(queries: Queries, offset: number): Promise<void> {
  await queries.run(
    sql`insert into setting (name, value) values ('clock_offset', ${JSON.stringify(offset)}::jsonb)
        on conflict (name) do update set value = excluded.value`,
  );
}

/** Returns a time as a timestamp of the API: in UTC, with seconds (B-021). */
export function utc(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}

/**
 * Returns a controller that is aborted when `signal` is aborted, or after a timeout. Abort it when it is no longer needed.
 * (`AbortSignal.any` is no alternative: Node.js garbage-collects an `AbortSignal.timeout` to which only that refers.)
 */
export function timeLimit(signal: AbortSignal, milliseconds: number): AbortController {
  const controller = new AbortController();
  const end = (): void => controller.abort(signal.reason ?? new Error("The timeout elapsed."));
  const timer = setTimeout(end, milliseconds).unref();
  signal.addEventListener("abort", end);
  controller.signal.addEventListener("abort", () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  });
  if (signal.aborted) {
    end();
  }
  return controller;
}
