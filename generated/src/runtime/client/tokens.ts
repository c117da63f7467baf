import type { TokenProvider } from "./options.js";

/** Gets tokens from a provider for concurrent calls. */
export interface TokenSource {
  /** The current token. */
  get(): Promise<string>;
  /** A token that replaces a rejected one; the same one if there is no other. */
  renew(refused: string): Promise<string>;
}

/** The tokens of a provider, which is never called concurrently. */
export function tokenSource(provider: TokenProvider): TokenSource {
  let latest: string | undefined;
  let asking: { readonly token: Promise<string>; readonly refused: string | undefined } | undefined;
  const ask = (refused?: string): Promise<string> => {
    const token = (async () => (latest = await provider(refused)))().finally(() => (asking = undefined));
    asking = { token, refused };
    return token;
  };
  return {
    get: () => asking?.token ?? ask(),
    async renew(refused) {
      // A request that started before the rejection may return the same token again.
      while (asking !== undefined && asking.refused !== refused) {
        await asking.token;
      }
      // Of many calls with the same old token only the first calls the provider: the others share its result.
      return asking?.token ?? (latest !== undefined && latest !== refused ? latest : ask(refused));
    },
  };
}
