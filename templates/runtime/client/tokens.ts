import { TimeoutError } from "./errors.js";
import type { TokenProvider } from "./options.js";
import { withTimeout } from "./signals.js";

/** Gets tokens from a provider for concurrent calls. `route` is the path of the route that is called. */
export interface TokenSource {
  /** Returns the current token; undefined if there is none. */
  get(route: string): Promise<string | undefined>;
  /** Returns a token that replaces a rejected one; undefined if there is no other. */
  renew(route: string, rejectedToken: string): Promise<string | undefined>;
}

/** How long calls wait for a provider, in milliseconds. Otherwise one that never answers would block the client for ever. */
const providerTimeout = 30_000;

/** Returns the tokens of a provider, which is not called again while it is running, unless it exceeds the timeout. */
export function tokenSource(provider: TokenProvider): TokenSource {
  type Token = string | undefined;
  let latest: Token;
  let asking: { readonly token: Promise<Token>; readonly rejectedToken: Token } | undefined;
  const ask = (route: string, rejectedToken?: string): Promise<Token> => {
    const expired = (limit: number): TimeoutError => new TimeoutError(route, limit, "no access token");
    const token = withTimeout(providerTimeout, undefined, expired, async () => provider(rejectedToken))
      // Without TypeScript, a provider may return anything.
      .then((token: unknown) => (latest = typeof token === "string" && token !== "" ? token : undefined))
      .finally(() => (asking = undefined));
    asking = { token, rejectedToken };
    return token;
  };
  return {
    get: (route) => asking?.token ?? ask(route),
    async renew(route, rejectedToken) {
      // A request that started before the rejection may return the same token again.
      while (asking !== undefined && asking.rejectedToken !== rejectedToken) {
        await asking.token;
      }
      // If many calls have the same old token, only the first calls the provider: the others share its result.
      const token =
        asking?.token ?? (latest !== undefined && latest !== rejectedToken ? latest : ask(route, rejectedToken));
      return (await token) === rejectedToken ? undefined : token;
    },
  };
}
