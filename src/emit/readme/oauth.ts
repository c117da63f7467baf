import type { Context } from "../../facts/context.js";
import { clientOptions } from "./calling.js";
import { code } from "./markdown.js";
import { importStatement, statement } from "../../code/statement.js";

const functions = [
  ...["authorizationUrl", "createPkce", "createState", "exchangeCode", "readCodeRedirect", "refreshingToken"],
];

/** The section on OAuth. */
export function oauth(context: Context): string[] {
  const { binding, options } = context;
  const { authorizeUrl, tokenUrl } = binding.oauth;
  const url = (name: string, value: string | undefined): string =>
    value === undefined ? `, ${name}: "https://www.example.com/…"` : "";
  return [
    "## OAuth",
    code([
      ...importStatement(functions, `${options.name}/oauth`),
      "",
      "// Keep the state and the verifier in the user's session, and redirect the browser to the URL.",
      "const state = createState();",
      "const { codeVerifier, codeChallenge } = await createPkce();",
      ...statement(
        `const url = authorizationUrl({ clientId, redirectUri, state, codeChallenge${url("authorizeUrl", authorizeUrl)} })`,
      ),
      "",
      "// In the handler of redirectUri:",
      "const { code } = readCodeRedirect(request.url, { state });",
      ...statement(`const app = { clientId, clientSecret${url("tokenUrl", tokenUrl)} }`),
      "const tokens = await exchangeCode({ ...app, code, redirectUri, codeVerifier });",
      "const refreshToken = tokens.refresh_token; // some services return it only on request",
      "const accessToken =",
      "  refreshToken === undefined ? tokens.access_token : refreshingToken({ ...app, refreshToken, onToken: save });",
      `const client = createClient(${clientOptions(context, "accessToken")});`,
    ]),
    "Failed requests and denied redirects throw an `OAuthError`. OAuth grants access but does not authenticate users: do not use it to log users in. A server must not trust a token that a browser read from the fragment of a redirect. A team token gives access to the data of all members: keep it on a server. `requireRole` is not enforced: verify the kind of account afterwards.",
  ];
}
