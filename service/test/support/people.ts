import type { AddAppArgInput } from "#controls/controls";
import { authorizationUrl, type AuthorizationUrlOptions } from "cloud-storage-api/oauth";
import { Browser, type Shown } from "./browser.js";
import { newEmail, type TestedService } from "./service.js";

const password = "correct horse";

/** The redirect URI of the test apps: nothing listens there, and no test browser opens it. */
export const callback = "https://app.example.com/cb";

/** An app, and how it asks for access. */
export interface TestedApp {
  readonly key: string;
  readonly secret: string;
  /** The URL of the authorization page; by default for the code flow with a redirect. */
  url(options?: Partial<AuthorizationUrlOptions>): string;
}

/** A person in front of a browser. */
export interface TestedPerson {
  readonly accountId: string;
  readonly email: string;
  readonly browser: Browser;
  /** Opens the page of an app, and logs in. */
  visit(url: string): Promise<Shown>;
}

/** Registers an app, of users by default. */
export async function addApp(service: TestedService, app: Partial<AddAppArgInput> = {}): Promise<TestedApp> {
  const registered = await service.controls.addApp({ permissions: [], redirect_uris: [callback], ...app });
  return {
    ...registered,
    url: (options = {}) =>
      authorizationUrl({
        authorizeUrl: `${service.url}/oauth2/authorize`,
        clientId: registered.key,
        redirectUri: callback,
        ...options,
      }),
  };
}

/** Somebody with a personal account. */
export async function addPerson(service: TestedService): Promise<TestedPerson> {
  const email = newEmail();
  const { account_id } = await service.controls.addAccount({ email });
  return person(service, account_id, email);
}

/** The person to whom an account belongs, who has a browser of their own. */
export async function person(service: TestedService, accountId: string, email: string): Promise<TestedPerson> {
  await service.access.setPassword({ account_id: accountId, password });
  const browser = new Browser(service.url);
  return {
    accountId,
    email,
    browser,
    visit: async (url) => (await browser.open(url)).press("Log in", { email, password }),
  };
}

/** The parameters in the query of a URL, or in its fragment. */
export function urlParameters(url: string, part: "search" | "hash" = "search"): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(new URL(url)[part].slice(1)));
}
