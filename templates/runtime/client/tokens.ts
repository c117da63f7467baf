import type { TokenProvider } from "./options.js";

/** Asks a provider for tokens on behalf of many calls. */
export interface Tokens {
  /** The token of the moment. */
  get(): Promise<string>;
  /** A token in place of one that was refused; the same one if there is none other. */
  renew(refused: string): Promise<string>;
}

/** The tokens of a provider. However many calls want one, it is asked only once at a time. */
export function tokensOf(provider: TokenProvider): Tokens {
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
      // What has been asked for without knowledge of the refusal may well be the same token again.
      while (asking !== undefined && asking.refused !== refused) {
        await asking.token;
      }
      // Of many calls with the same old token only the first one has to ask: the others find its answer.
      return asking?.token ?? (latest !== undefined && latest !== refused ? latest : ask(refused));
    },
  };
}
