import type { TokenProvider } from "./options.js";

/** Gets tokens from a provider for concurrent calls. */
export interface TokenSource {
  /** Returns the current token. */
  get(): Promise<string>;
  /** Returns a token that replaces a rejected one; the same one if there is no other. */
  renew(rejectedToken: string): Promise<string>;
}

/** Returns the tokens of a provider, which is never called concurrently. */
export function tokenSource(provider: TokenProvider): TokenSource {
  let latest: string | undefined;
  let asking: { readonly token: Promise<string>; readonly rejectedToken: string | undefined } | undefined;
  const ask = (rejectedToken?: string): Promise<string> => {
    const token = (async () => (latest = await provider(rejectedToken)))().finally(() => (asking = undefined));
    asking = { token, rejectedToken };
    return token;
  };
  return {
    get: () => asking?.token ?? ask(),
    async renew(rejectedToken) {
      // A request that started before the rejection may return the same token again.
      while (asking !== undefined && asking.rejectedToken !== rejectedToken) {
        await asking.token;
      }
      // If many calls have the same old token, only the first calls the provider: the others share its result.
      return asking?.token ?? (latest !== undefined && latest !== rejectedToken ? latest : ask(rejectedToken));
    },
  };
}
