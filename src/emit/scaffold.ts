import type { Api, Namespace } from "../ir/api.js";
import { codeMentions, firstSentence } from "./comments.js";
import { callableNamespaces, callableRoutes, contextOf, type Context } from "./context.js";
import type { PackageOptions } from "./emitter.js";
import { stringCode } from "./literal.js";
import { propertyKey } from "./naming.js";
import { handlerParameters } from "./server.js";

/** The handlers of a namespace as somebody begins to write them. */
export interface HandlersStub {
  /** Below the folder of the handlers, such as `files.ts`. */
  readonly path: string;
  /** The constant that has them: `files`. */
  readonly name: string;
  /** Their interface: `FilesHandlers`. */
  readonly type: string;
  readonly methods: readonly MethodStub[];
  /** The whole file. */
  readonly text: string;
}

export interface MethodStub {
  readonly name: string;
  /** Its docstring and the beginning of its declaration, a line each. */
  readonly doc: readonly string[];
  /** The names of its parameters. */
  readonly parameters: readonly string[];
}

/** Where and how a method is written. */
export interface MethodStyle {
  /** How the code calls `notImplemented` of the package. */
  readonly notImplemented: string;
  readonly inClass: boolean;
  /**
   * Where the types of parameters come from: from what the object is said to be, or from an interface such as
   * `FilesHandlers<Context>`, which a class implements. Undefined if that is not known: then there are no parameters.
   */
  readonly types: "object" | { readonly from: string } | undefined;
  /** One step of indentation. */
  readonly step: string;
}

export interface Scaffold {
  readonly handlers: readonly HandlersStub[];
  /** What there is only one of: who is calling, and the server. */
  readonly others: readonly { readonly path: string; readonly text: string }[];
}

/** How handlers import what was generated, and each other. */
export interface ScaffoldImports {
  /** The module that has `notImplemented` and the interfaces of handlers. */
  readonly server: string;
  readonly node: string;
  /** What stands at the end of the paths of the handlers' own modules. */
  readonly extension: string;
}

/** The first version of a server: a file for each namespace, `context.ts` and `server.ts`; not formatted yet. */
export function emitScaffold(api: Api, options: PackageOptions, imports: ScaffoldImports): Scaffold {
  const context = contextOf(api, options);
  const handlers = callableNamespaces(context).map((namespace) => handlersStub(namespace, context, imports));
  return {
    handlers,
    others: [
      { path: "context.ts", text: contextText(imports) },
      { path: "server.ts", text: serverText(handlers, imports) },
    ],
  };
}

/** The lines of a method that answers 501. */
export function methodLines({ name, doc, parameters }: MethodStub, style: MethodStyle): string[] {
  const { notImplemented, inClass, step, types } = style;
  const names = parameters.join(", ");
  const list =
    types === undefined
      ? ""
      : types === "object"
        ? names
        : `...[${names}]: Parameters<${types.from}[${stringCode(name)}]>`;
  // The compiler takes a method of a class that only throws to return nothing.
  const result = inClass ? ": Promise<never>" : "";
  return [
    ...doc,
    `async ${propertyKey(name)}(${list})${result} {`,
    // Given to it, parameters count as used, for compilers and linters that ask for that.
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

/** The name of the folder in the package, too; `server` is none there. */
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
    "/** Who is calling. Handlers get it with each request. */",
    "export interface Context {",
    "  readonly token: string;",
    "}",
    "",
    "/** Says who is calling; undefined is answered with status 401. */",
    "export function authenticate({ token }: AuthenticationRequest): Context | undefined {",
    "  // Every token is good so far: look up here whose it is.",
    "  return token === undefined ? undefined : { token };",
    "}",
  ].join("\n");
}

function serverText(handlers: readonly HandlersStub[], { server, node, extension }: ScaffoldImports): string {
  const names = handlers.map(({ name }) => name);
  return [
    'import { createServer } from "node:http";',
    `import { createHandler } from "${server}";`,
    `import { toNodeListener } from "${node}";`,
    `import { authenticate } from "./context${extension}";`,
    ...handlers.map(({ name, path }) => `import { ${name} } from "./${path.replace(/\.ts$/, extension)}";`),
    "",
    `createServer(toNodeListener(createHandler({ ${["authenticate", ...names].join(", ")} }))).listen(8080, () => {`,
    '  console.log("Serving on http://localhost:8080");',
    "});",
  ].join("\n");
}
