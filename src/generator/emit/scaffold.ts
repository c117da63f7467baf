import type { Api, Namespace } from "../../ir/api.js";
import { stringCode, propertyKey } from "../code/literals.js";
import { callableNamespaces, callableRoutes, createContext, routeStyle, type Context } from "../facts/context.js";
import type { PackageOptions } from "../facts/package-options.js";
import { codeMentions, firstSentence } from "./comments.js";
import { handlerParameters } from "./server.js";

/** The stubs for the handlers of a namespace. */
export interface HandlersStub {
  /** The path relative to the folder of the handlers, such as `files.ts`. */
  readonly path: string;
  /** The name of the constant: `files`. */
  readonly name: string;
  /** The name of the interface: `FilesHandlers`. */
  readonly type: string;
  readonly methods: readonly MethodStub[];
  /** The whole file. */
  readonly text: string;
}

export interface MethodStub {
  readonly name: string;
  /** The lines of the method's docstring. */
  readonly doc: readonly string[];
  /** The names of the method's parameters. */
  readonly parameters: readonly string[];
}

/** The style of generated methods. */
export interface MethodStyle {
  /** The local name of the package's `notImplemented`. */
  readonly notImplemented: string;
  readonly inClass: boolean;
  /**
   * The source of the parameter types: the declared type of the object, or an interface such as `FilesHandlers<Context>`
   * that a class implements. Undefined if the source is unknown; methods then have no parameters.
   */
  readonly types: "object" | { readonly from: string } | undefined;
  /** The indentation of one level. */
  readonly step: string;
}

export interface Scaffold {
  readonly handlers: readonly HandlersStub[];
  /** The files that are not specific to a namespace: the context and the server. */
  readonly others: readonly { readonly path: string; readonly text: string }[];
}

/** How handlers import the generated package and each other. */
export interface ScaffoldImports {
  /** The module that exports `notImplemented` and the interfaces of handlers. */
  readonly server: string;
  readonly node: string;
  /** The extension in imports of the handlers' own modules. */
  readonly extension: string;
}

/** Returns the scaffold of a server, not formatted: a file for each namespace, `context.ts` and `server.ts`. */
export function emitScaffold(api: Api, options: PackageOptions, imports: ScaffoldImports): Scaffold {
  const context = createContext(api, options);
  const handlers = callableNamespaces(context).map((namespace) => handlersStub(namespace, context, imports));
  return {
    handlers,
    others: [
      { path: "context.ts", text: contextText(imports) },
      {
        path: "server.ts",
        text: serverText(
          handlers,
          imports,
          serverLines(context, ', () => console.log("Serving on http://localhost:8080")'),
        ),
      },
    ],
  };
}

/** Returns the lines of a method that responds with status 501. */
export function methodLines({ name, doc, parameters }: MethodStub, style: MethodStyle): string[] {
  const { notImplemented, inClass, step, types } = style;
  const names = parameters.join(", ");
  const list =
    types === undefined
      ? ""
      : types === "object"
        ? names
        : `...[${names}]: Parameters<${types.from}[${stringCode(name)}]>`;
  // If a method of a class only throws, the compiler infers the result `Promise<void>`, which most handlers must not have.
  const result = inClass ? ": Promise<never>" : "";
  return [
    ...doc,
    `async ${propertyKey(name)}(${list})${result} {`,
    // Passing the parameters marks them as used, for compilers and linters that require it.
    `${step}throw ${notImplemented}(${types === undefined ? "" : names});`,
    inClass ? "}" : "},",
  ];
}

function handlersStub(namespace: Namespace, context: Context, imports: ScaffoldImports): HandlersStub {
  const { naming } = context;
  const name = naming.namespace(namespace.name);
  const type = naming.handlers(namespace.name);
  const methods = callableRoutes(namespace, context).map((route) => ({
    name: naming.method(namespace.name, route),
    doc: docLines(firstSentence(route.doc, codeMentions(context.binding))),
    parameters: handlerParameters(route, context),
  }));
  const style: MethodStyle = { notImplemented: "notImplemented", inClass: false, step: "  ", types: "object" };
  const imported = methods.length === 0 ? `type ${type}` : `type ${type}, notImplemented`;
  const lines = [
    `import { ${imported} } from "${imports.server}";`,
    `import type { Context } from "./context${imports.extension}";`,
    "",
    `export const ${name}: ${type}<Context> = {`,
    methods.map((method) => methodLines(method, style).join("\n")).join("\n\n"),
    "};",
  ];
  return { path: fileName(namespace, context), name, type, methods, text: lines.join("\n") };
}

/**
 * Returns the name of the file for a namespace: that of its folder in the package, with the extension. `context.ts` is a file of
 * the scaffold itself; `server.ts` is, too, but no namespace has a folder of that name.
 */
function fileName(namespace: Namespace, { naming }: Context): string {
  const folder = naming.folder(namespace.name);
  return folder === "context" ? "context_.ts" : `${folder}.ts`;
}

function docLines(sentence: string | undefined): string[] {
  if (sentence === undefined) {
    return [];
  }
  const lines = sentence.split("\n");
  return lines.length === 1 ? [`/** ${sentence} */`] : ["/**", ...lines.map((line) => ` * ${line}`), " */"];
}

function contextText({ server }: ScaffoldImports): string {
  return [
    `import type { AuthenticationRequest } from "${server}";`,
    "",
    "/** The caller of a request. Handlers receive it as `caller`. */",
    "export interface Context {",
    "  readonly token: string;",
    "}",
    "",
    "/** Returns the caller, or undefined, which causes status 401. */",
    "export function authenticate({ token }: AuthenticationRequest): Context | undefined {",
    "  // TODO: Verify the token. So far, every token is accepted.",
    "  return token === undefined ? undefined : { token };",
    "}",
  ].join("\n");
}

/** Returns the lines that start a server with the constant `handler`. Uploads need options that are not Node's defaults. */
export function serverLines(context: Context, started: string): string[] {
  const hasUploads = callableNamespaces(context).some((namespace) =>
    callableRoutes(namespace, context).some((route) => routeStyle(route, context) === "upload"),
  );
  if (!hasUploads) {
    return [`createServer(toNodeListener(handler)).listen(8080${started});`];
  }
  return [
    "const listener = toNodeListener(handler);",
    "// An upload may take any time: `bodyTimeoutMs` of the handler limits its pauses. Rejected uploads need not be sent.",
    `createServer({ requestTimeout: 0, headersTimeout: 60_000 }, listener).on("checkContinue", listener).listen(8080${started});`,
  ];
}

function serverText(
  handlers: readonly HandlersStub[],
  { server, node, extension }: ScaffoldImports,
  start: readonly string[],
): string {
  const names = handlers.map(({ name }) => name);
  return [
    'import { createServer } from "node:http";',
    `import { createHandler } from "${server}";`,
    `import { toNodeListener } from "${node}";`,
    `import { authenticate } from "./context${extension}";`,
    ...handlers.map(({ name, path }) => `import { ${name} } from "./${path.replace(/\.ts$/, extension)}";`),
    "",
    `const handler = createHandler({ ${["authenticate", ...names].join(", ")} });`,
    ...start,
  ].join("\n");
}
