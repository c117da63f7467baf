import type { FunctionDeclarationStructure } from "ts-morph";
import type { Context } from "../../facts/context.js";
import { functionKind } from "../../code/kinds.js";
import { stringCode } from "../../code/string.js";
import { Module, type EmittedModule } from "../../code/module.js";
import { docsProperty } from "../types/types.js";

/** A function of the runtime whose options have a URL of the service. */
interface UrlFunction {
  readonly name: string;
  readonly options: string;
  readonly url: "authorizeUrl" | "tokenUrl";
  /** The return type, whose imports are added to the module. */
  readonly returnType: (module: Module) => string;
  readonly doc: string;
}

const runtime = "../runtime/oauth.js";

/** The module of the subpath `./oauth`. The URLs from the configuration are defaults there. */
export function emitOauth({ binding }: Context): EmittedModule {
  const module = new Module(
    "src/oauth/index.ts",
    "the configuration",
    functions.map(({ name }) => name),
  );
  const unchanged: string[] = [];
  for (const made of functions) {
    const url = binding.oauth[made.url];
    if (url === undefined) {
      unchanged.push(made.name);
    } else {
      module.add(withDefault(made, url, module));
    }
  }
  module.add(`export { ${[...unchanged, ...runtimeExports].join(", ")} } from "${runtime}";`);
  return module.finish();
}

/** What the module exports of the runtime besides these functions. */
const runtimeExports: readonly string[] = [
  "type AuthorizationUrlOptions",
  "type CodeRedirect",
  "createPkce",
  "createState",
  "type ExchangeCodeOptions",
  "OAuthError",
  "type OAuthErrorDetails",
  "type Pkce",
  "readCodeRedirect",
  "readTokenRedirect",
  "type RedirectOptions",
  "type RefreshAccessTokenOptions",
  "type RefreshingTokenOptions",
  "type StoredTokens",
  "type TokenRequestOptions",
  "type Tokens",
];

const functions: readonly UrlFunction[] = [
  {
    name: "authorizationUrl",
    options: "AuthorizationUrlOptions",
    url: "authorizeUrl",
    returnType: () => "string",
    doc:
      "The URL of the page on which a user grants access: redirect the browser to it. OAuth does not authenticate the\n" +
      "user: do not use it to log users in. Throws a TypeError for conflicting options.",
  },
  {
    name: "exchangeCode",
    options: "ExchangeCodeOptions",
    url: "tokenUrl",
    returnType: promiseOfTokens,
    doc: "Exchanges a code for tokens. Rejects with an `OAuthError`.",
  },
  {
    name: "refreshAccessToken",
    options: "RefreshAccessTokenOptions",
    url: "tokenUrl",
    returnType: promiseOfTokens,
    doc: "Returns a new access token. If the response has a new refresh token, it replaces the old one.\nRejects with an `OAuthError`.",
  },
  {
    name: "refreshingToken",
    options: "RefreshingTokenOptions",
    url: "tokenUrl",
    returnType: () => "(rejectedToken?: string) => Promise<string>",
    doc: "A function for the client option `accessToken` that refreshes the token when necessary.",
  },
];

function promiseOfTokens(module: Module): string {
  return `Promise<${module.type(runtime, "Tokens")}>`;
}

/** The function, with options in which the URL is optional. */
function withDefault(made: UrlFunction, url: string, module: Module): FunctionDeclarationStructure {
  const withDefault = module.type(runtime, "WithDefault");
  const options = module.type(runtime, made.options);
  const call = module.value(runtime, made.name);
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
