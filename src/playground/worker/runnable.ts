import { harness, runtime } from "ashlar:playground";
import { transform } from "sucrase";
import { importStatement, statementLines } from "../../generator/code/layout/statement.js";
import type { PrintedFile } from "../../generator/code/module.js";
import { code, objectMember, statements } from "../../generator/code/template/template.js";
import { literal, type Expression } from "../../generator/code/tree/expression.js";
import { exampleArgument, synthesizedArgument } from "../../generator/emit/client/call-example.js";
import { callFormKind } from "../../generator/emit/client/call-form.js";
import {
  createContext,
  hasTypes,
  callableNamespaces,
  callableRoutes,
  routeStyle,
  type Context,
} from "../../generator/facts/context.js";
import { codecsModule } from "../../generator/facts/lazy-namespace.js";
import type { Api, Namespace, Route } from "../../ir/api.js";
import { routeName } from "../../ir/names.js";
import { jsonText } from "../../site/code/json.js";
import { callerView } from "../../values/caller-view.js";
import { chosenValue } from "../../values/chosen-value.js";
import { errorPaths } from "../../values/error-paths.js";
import type { RunnablePackage, CheckedType, SampleProgram, CompiledProgram } from "../messages.js";
import { packageFiles } from "./code.js";
import { packageOptions } from "./package-options.js";

/**
 * Returns the package of an API as a script that includes its runtime and the code that runs programs and checks JSON.
 */
export async function runnablePackage(api: Api): Promise<RunnablePackage> {
  const files = (await packageFiles(api)).filter(({ path }) => /^dist\/.*\.js$/.test(path));
  const bodies = [...Object.entries(runtime), ...files.map((file) => [file.path, moduleBody(file)] as const)];
  const modules = bodies.map(([path, body]) => `${JSON.stringify(path)}(require, exports) {\n${body}\n}`);
  const context = createContext(callerView(api, []).api, packageOptions);
  return {
    script: `"use strict";\nconst modules = {\n${modules.join(",\n")}\n};\n${harness}`,
    samples: samplePrograms(context),
    types: checkedTypes(context),
  };
}

/** Returns the types whose JSON can be checked, each with a valid value. */
function checkedTypes(context: Context): CheckedType[] {
  const { api, lookup, naming } = context;
  return api.namespaces
    .filter((namespace) => hasTypes(namespace))
    .flatMap((namespace) =>
      namespace.types.map(({ name }): CheckedType => {
        const type = { namespace: namespace.name, name };
        const value = chosenValue({ kind: "ref", ...type }, lookup);
        return {
          name: `${namespace.name}.${name}`,
          module: `dist/${codecsModule(namespace, context)}.js`,
          decode: `decode${naming.type(type)}`,
          example: value === undefined ? "" : jsonText(value, "indented"),
        };
      }),
    );
}

/**
 * Returns a program for each route, which calls the route on the Twin, and then makes the call fail with the route's
 * first error.
 */
function samplePrograms(context: Context): SampleProgram[] {
  return callableNamespaces(context).flatMap((namespace) =>
    callableRoutes(namespace, context).flatMap((route) => {
      const program = sampleProgram(route, namespace, context);
      return program === undefined ? [] : [{ route: routeName(namespace.name, route), code: program }];
    }),
  );
}

/** Returns the program for a route; undefined if no value of its argument can be shown. */
function sampleProgram(route: Route, namespace: Namespace, context: Context): string | undefined {
  const { naming, options, lookup } = context;
  const args = exampleArgument(route, context) ?? synthesizedArgument(route, context);
  if (args === undefined) {
    return undefined;
  }
  const content = routeStyle(route, context) === "upload" ? literal("Hello") : undefined;
  const method = code`client.${naming.namespace(namespace.name)}.${naming.method(namespace.name, route)}`;
  const call = code`${method}(${args}, ${content})`;
  const path = errorPaths(route.error, lookup)[0]?.path;
  return [
    ...importStatement(["createClient"], options.name),
    ...importStatement(["createTwin"], `${options.name}/testing`),
    "",
    "// The Twin answers as a server would, from the types and examples of the specification.",
    "const twin = createTwin();",
    ...statementLines(
      statements`const client = createClient({ accessToken: "any", hosts: "http://twin", fetch: twin.fetch });`,
    ),
    "",
    ...callLines(call, route, namespace, context),
    ...(path === undefined ? [] : failingCall(call, path, routeName(namespace.name, route))),
    "",
  ].join("\n");
}

function callLines(call: Expression, route: Route, namespace: Namespace, context: Context): string[] {
  if (routeStyle(route, context) === "download") {
    return statementLines(statements`
      const download = await ${call};
      console.log(download.result, await download.bytes());
    `);
  }
  switch (callFormKind(route, namespace, context)) {
    case "list":
      return [
        ...statementLines(statements`const list = ${call};`),
        "for await (const item of list.items()) {",
        "  console.log(item);",
        "}",
      ];
    case "launch":
      return statementLines(statements`const job = ${call}; console.log(await job.waitFor());`);
    default:
      return context.lookup.withoutAliases(route.result).kind === "void"
        ? statementLines(statements`await ${call};`)
        : statementLines(statements`const result = await ${call}; console.log(result);`);
  }
}

function failingCall(call: Expression, path: string, route: string): string[] {
  const planned = objectMember`error: ${literal(path)}`;
  return [
    "",
    "// The same call, with an error that the route declares.",
    ...statementLines(statements`twin.plan({ route: ${literal(route)}, ${planned}, times: 1 });`),
    ...statementLines(statements`const outcome = await ${call}.outcome();`),
    "if (!outcome.ok) {",
    "  console.log(outcome.error);",
    "}",
  ];
}

const moduleBodies = new WeakMap<PrintedFile, string>();

/** Converts a module of the package to the body of a function with the parameters `require` and `exports`. */
function moduleBody(file: PrintedFile): string {
  const body = moduleBodies.get(file) ?? transform(file.text, { transforms: ["imports"], production: true }).code;
  moduleBodies.set(file, body);
  return body;
}

/** Converts a TypeScript program, which may use `await`, to such a body. Types are removed, but not checked. */
export function compileProgram(code: string): CompiledProgram {
  try {
    const { code: script } = transform(code, { transforms: ["typescript", "imports"], production: true });
    return { script };
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return { problem: `The program has a syntax error: ${reason}.` };
  }
}
