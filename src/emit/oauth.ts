import type { FunctionDeclarationStructure } from "ts-morph";
import type { Context } from "./context.js";
import { functionKind } from "./kinds.js";
import { stringCode } from "./literal.js";
import { Module, type EmittedModule } from "./module.js";
import { docsProperty } from "./types.js";

/** A function of the runtime whose options have a URL of the service. */
interface UrlFunction {
  readonly name: string;
  readonly path: string;
  readonly options: string;
  readonly url: "authorizeUrl" | "tokenUrl";
  /** The return type, whose imports are added to the module. */
  readonly returnType: (module: Module) => string;
  readonly doc: string;
}

const tokenRequest = "../runtime/oauth/token-request.js";

/** The module of the subpath `./oauth`. The URLs from the configuration are defaults there. */
export function emitOauth({ binding }: Context): EmittedModule {
  const module = new Module(
    "src/oauth/index.ts",
    "the configuration",
    functions.map(({ name }) => name),
  );
  const reexports: string[] = [];
  for (const made of functions) {
    const url = binding.oauth[made.url];
    if (url === undefined) {
      reexports.push(`export { ${made.name}, type ${made.options} } from "${made.path}";`);
    } else {
      module.add(withDefault(made, url, module));
      reexports.push(`export type { ${made.options} } from "${made.path}";`);
    }
  }
  module.add(
    ...reexports,
    'export { OAuthError, type OAuthErrorDetails } from "../runtime/oauth/error.js";',
    'export { createPkce, type Pkce } from "../runtime/oauth/pkce.js";',
    'export { type CodeRedirect, readCodeRedirect, readTokenRedirect, type RedirectOptions } from "../runtime/oauth/redirect.js";',
    'export type { StoredTokens } from "../runtime/oauth/refreshing-token.js";',
    'export { createState } from "../runtime/oauth/state.js";',
    `export type { TokenRequestOptions } from "${tokenRequest}";`,
    'export type { Tokens } from "../runtime/oauth/tokens.js";',
  );
  return module.finish();
}

const functions: readonly UrlFunction[] = [
  {
    name: "authorizationUrl",
    path: "../runtime/oauth/authorization-url.js",
    options: "AuthorizationUrlOptions",
    url: "authorizeUrl",
    returnType: () => "string",
    doc:
      "The URL of the page on which a user grants access: redirect the browser to it. OAuth does not authenticate the\n" +
      "user: do not use it to log users in. Throws a TypeError for conflicting options.",
  },
  {
    name: "exchangeCode",
    path: tokenRequest,
    options: "ExchangeCodeOptions",
    url: "tokenUrl",
    returnType: promiseOfTokens,
    doc: "Exchanges a code for tokens. Rejects with an `OAuthError`.",
  },
  {
    name: "refreshAccessToken",
    path: tokenRequest,
    options: "RefreshAccessTokenOptions",
    url: "tokenUrl",
    returnType: promiseOfTokens,
    doc: "Returns a new access token. If the response has a new refresh token, it replaces the old one.\nRejects with an `OAuthError`.",
  },
  {
    name: "refreshingToken",
    path: "../runtime/oauth/refreshing-token.js",
    options: "RefreshingTokenOptions",
    url: "tokenUrl",
    returnType: () => "(rejectedToken?: string) => Promise<string>",
    doc: "A function for the client option `accessToken` that refreshes the token when necessary.",
  },
];

function promiseOfTokens(module: Module): string {
  return `Promise<${module.type("../runtime/oauth/tokens.js", "Tokens")}>`;
}

/** The function, with options in which the URL is optional. */
function withDefault(made: UrlFunction, url: string, module: Module): FunctionDeclarationStructure {
  const withDefault = module.type("../runtime/oauth/default.js", "WithDefault");
  const options = module.type(made.path, made.options);
  const call = module.value(made.path, made.name);
  return {
    kind: functionKind,
    isExported: true,
    name: made.name,
    parameters: [{ name: "options", type: `${withDefault}<${options}, "${made.url}">` }],
    returnType: made.returnType(module),
    statements: [`return ${call}({ ...options, ${made.url}: options.${made.url} ?? ${stringCode(url)} });`],
    ...docsProperty(made.doc),
  };
}
