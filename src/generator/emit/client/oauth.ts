import type { Context } from "../../facts/context.js";
import { Module, type TypeScriptModule } from "../../code/module.js";
import { declarations, objectMember, typeCode } from "../../code/template/template.js";
import { exportNames, listedType, type Declaration, type ListedName } from "../../code/tree/declaration.js";
import { literal, type ObjectMember } from "../../code/tree/expression.js";
import { textType, type TypeNode } from "../../code/tree/type.js";

/** A function of the runtime whose options contain a URL of the service. */
interface UrlFunction {
  readonly name: string;
  readonly options: string;
  readonly url: "authorizeUrl" | "tokenUrl";
  /** Returns the return type, and adds its imports to the module. */
  readonly result: (module: Module) => TypeNode;
  readonly doc: string;
}

const runtime = "../runtime/oauth.js";

/** Returns the module of the subpath `./oauth`, in which the values of the configuration are defaults. */
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
      const { tokenAccessType } = binding.oauth;
      const more = made.url === "authorizeUrl" ? defaultMember("tokenAccessType", tokenAccessType) : undefined;
      module.add(...withDefaults(made, [defaultMember(made.url, url), more], module));
    }
  }
  module.add(exportNames([...unchanged, ...runtimeExports], runtime));
  return module.finish();
}

/** The re-exports of the runtime. */
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
    result: () => typeCode`string`,
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
    result: () => typeCode`(rejectedToken?: string) => Promise<string>`,
    doc: "A function for the client option `accessToken` that refreshes the token when necessary.",
  },
];

function promiseOfTokens(module: Module): TypeNode {
  return typeCode`Promise<${module.type(runtime, "Tokens")}>`;
}

/** Returns a member that sets an option to the caller's value or the default; undefined if there is no default. */
function defaultMember(name: string, byDefault: string | undefined): ObjectMember | undefined {
  return byDefault === undefined ? undefined : objectMember`${name}: options.${name} ?? ${literal(byDefault)}`;
}

/** Returns the declaration of a function in which the configured options are optional. */
function withDefaults(
  made: UrlFunction,
  members: readonly (ObjectMember | undefined)[],
  module: Module,
): readonly Declaration[] {
  const { name, doc } = made;
  const type = (name: string): string => module.type(runtime, name);
  const options = typeCode`${type("WithDefault")}<${type(made.options)}, ${textType(made.url)}>`;
  return declarations`
    /** ${doc} */
    export function ${name}(options: ${options}): ${made.result(module)} {
      return ${module.value(runtime, name)}({ ...options, ${members.filter((member) => member !== undefined)} });
    }
  `;
}
