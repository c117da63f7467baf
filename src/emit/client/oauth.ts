import type { Context } from "../../facts/context.js";
import { Module, type TypeScriptModule } from "../../code/module.js";
import { exportNames, listedType, type FunctionDeclaration, type ListedName } from "../../code/tree/declaration.js";
import {
  binary,
  call,
  literal,
  member,
  identifier,
  object,
  property,
  returned,
  spread,
} from "../../code/tree/expression.js";
import { functionType, reference, stringType, textType, type TypeNode } from "../../code/tree/type.js";

/** A function of the runtime whose options have a URL of the service. */
interface UrlFunction {
  readonly name: string;
  readonly options: string;
  readonly url: "authorizeUrl" | "tokenUrl";
  /** The return type, whose imports are added to the module. */
  readonly result: (module: Module) => TypeNode;
  readonly doc: string;
}

const runtime = "../runtime/oauth.js";

/** The module of the subpath `./oauth`. The URLs from the configuration are defaults there. */
export function emitOauth({ binding }: Context): TypeScriptModule {
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
  module.add(exportNames([...unchanged, ...runtimeExports], runtime));
  return module.finish();
}

/** What the module exports of the runtime besides these functions. */
const runtimeExports: readonly (string | ListedName)[] = [
  listedType("AuthorizationUrlOptions"),
  listedType("CodeRedirect"),
  "createPkce",
  "createState",
  listedType("ExchangeCodeOptions"),
  "OAuthError",
  listedType("OAuthErrorDetails"),
  listedType("Pkce"),
  "readCodeRedirect",
  "readTokenRedirect",
  listedType("RedirectOptions"),
  listedType("RefreshAccessTokenOptions"),
  listedType("RefreshingTokenOptions"),
  listedType("StoredTokens"),
  listedType("TokenRequestOptions"),
  listedType("Tokens"),
];

const functions: readonly UrlFunction[] = [
  {
    name: "authorizationUrl",
    options: "AuthorizationUrlOptions",
    url: "authorizeUrl",
    result: () => stringType,
    doc:
      "The URL of the page on which a user grants access: redirect the browser to it. OAuth does not authenticate the\n" +
      "user: do not use it to log users in. Throws a TypeError for conflicting options.",
  },
  {
    name: "exchangeCode",
    options: "ExchangeCodeOptions",
    url: "tokenUrl",
    result: promiseOfTokens,
    doc: "Exchanges a code for tokens. Rejects with an `OAuthError`.",
  },
  {
    name: "refreshAccessToken",
    options: "RefreshAccessTokenOptions",
    url: "tokenUrl",
    result: promiseOfTokens,
    doc: "Returns a new access token. If the response has a new refresh token, it replaces the old one.\nRejects with an `OAuthError`.",
  },
  {
    name: "refreshingToken",
    options: "RefreshingTokenOptions",
    url: "tokenUrl",
    result: () =>
      functionType([{ name: "rejectedToken", isOptional: true, type: stringType }], reference("Promise", stringType)),
    doc: "A function for the client option `accessToken` that refreshes the token when necessary.",
  },
];

function promiseOfTokens(module: Module): TypeNode {
  return reference("Promise", reference(module.type(runtime, "Tokens")));
}

/** The function, with options in which the URL is optional. */
function withDefault(made: UrlFunction, url: string, module: Module): FunctionDeclaration {
  const withDefault = module.type(runtime, "WithDefault");
  const options = module.type(runtime, made.options);
  const given = identifier("options");
  const value = binary(member(given, made.url), "??", literal(url));
  return {
    kind: "function",
    isExported: true,
    name: made.name,
    parameters: [{ name: "options", type: reference(withDefault, reference(options), textType(made.url)) }],
    result: made.result(module),
    body: [returned(call(module.value(runtime, made.name), object([spread(given), property(made.url, value)])))],
    doc: made.doc,
  };
}
