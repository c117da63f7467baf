/** What tells how a call has ended, such as the calls of a client. */
interface Ending {
  outcome(): Promise<{ readonly ok: true } | { readonly ok: false; readonly error: unknown }>;
}

/** The route's error with which a call has failed; undefined if it has not. */
export async function catchError(call: Ending): Promise<unknown> {
  const outcome = await call.outcome();
  return outcome.ok ? undefined : outcome.error;
}
