import type { Context } from "../../facts/context.js";
import { createdClient } from "./calling.js";
import { fence } from "./markdown.js";
import { importStatement, statementLines } from "../../code/statement.js";
import { objectMember, statements } from "../../code/template/template.js";
import { identifier, literal } from "../../code/tree/expression.js";

const functions = [
  ...["authorizationUrl", "createPkce", "createState", "exchangeCode", "readCodeRedirect", "refreshingToken"],
];

/** Returns the section on OAuth. */
export function oauth(context: Context): string[] {
  const { binding } = context;
  const { authorizeUrl, tokenUrl, tokenAccessType } = binding.oauth;
  const example = literal("https://www.example.com/…");
  const authorization = authorizeUrl === undefined ? objectMember`authorizeUrl: ${example}` : undefined;
  const token = tokenUrl === undefined ? objectMember`tokenUrl: ${example}` : undefined;
  return [
    "## OAuth",
    fence([
      ...importStatement(functions, `${context.options.name}/oauth`),
      "",
      "// Keep the state and the verifier in the user's session, and redirect the browser to the URL.",
      "const state = createState();",
      "const { codeVerifier, codeChallenge } = await createPkce();",
      ...statementLines(
        statements`const url = authorizationUrl({ clientId, redirectUri, state, codeChallenge, ${authorization} });`,
      ),
      "",
      "// In the handler of redirectUri:",
      "const { code } = readCodeRedirect(request.url, { state });",
      ...statementLines(statements`const app = { clientId, clientSecret, ${token} };`),
      "const tokens = await exchangeCode({ ...app, code, redirectUri, codeVerifier });",
      `const refreshToken = tokens.refresh_token;${tokenAccessType === "offline" ? "" : " // some services return it only on request"}`,
      "const accessToken =",
      "  refreshToken === undefined ? tokens.access_token : refreshingToken({ ...app, refreshToken, onToken: save });",
      ...statementLines(createdClient(context, identifier("accessToken"))),
    ]),
    "Failed requests and denied redirects throw an `OAuthError`. OAuth grants access but does not authenticate users: do not use it to log users in. A server must not trust a token that a browser read from the fragment of a redirect. A team token gives access to the data of all members: keep it on a server. `requireRole` is a request to the login page, not a guarantee: check the kind of account after the login.",
  ];
}
