/** A call whose outcome is known, such as the calls of a client. */
interface Ending {
  outcome(): Promise<{ readonly ok: true } | { readonly ok: false; readonly error: unknown }>;
}

/** The route error of a failed call; undefined if the call succeeded. */
export async function catchError(call: Ending): Promise<unknown> {
  const outcome = await call.outcome();
  return outcome.ok ? undefined : outcome.error;
}
