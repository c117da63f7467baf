import type { Context } from "../context.js";
import { clientOptions } from "./calling.js";
import { code } from "./markdown.js";
import { importOf, statement } from "./statement.js";

const functions = [
  ...["authorizationUrl", "createPkce", "createState", "exchangeCode", "readCodeRedirect", "refreshingToken"],
];

/** How an app gets tokens. */
export function oauth(context: Context): string[] {
  const { binding, options } = context;
  const { authorizeUrl, tokenUrl } = binding.oauth;
  const url = (name: string, value: string | undefined): string =>
    value === undefined ? `, ${name}: "https://www.example.com/…"` : "";
  return [
    "## Ask users for access",
    code([
      ...importOf(functions, `${options.name}/oauth`),
      "",
      "// Keep state and verifier in the user's session, and send the browser to the URL.",
      "const state = createState();",
      "const { codeVerifier, codeChallenge } = await createPkce();",
      ...statement(
        `const url = authorizationUrl({ clientId, redirectUri, state, codeChallenge${url("authorizeUrl", authorizeUrl)} })`,
      ),
      "",
      "// When the browser comes back:",
      "const { code } = readCodeRedirect(request.url, { state });",
      ...statement(`const app = { clientId, clientSecret${url("tokenUrl", tokenUrl)} }`),
      "const tokens = await exchangeCode({ ...app, code, redirectUri, codeVerifier });",
      "const refreshToken = tokens.refresh_token; // which some services give only to those who ask for it",
      "const accessToken =",
      "  refreshToken === undefined ? tokens.access_token : refreshingToken({ ...app, refreshToken, onToken: save });",
      `const client = createClient(${clientOptions(context, "accessToken")});`,
    ]),
    "What fails is an `OAuthError`. Mind that OAuth grants access and does not tell who somebody is: it must not be used to log users in. A server must not trust what a browser says was in the fragment of a redirect. The token of a team opens the data of all its members and stays on a server. `requireRole` is a wish: verify the kind of the account afterwards.",
  ];
}
