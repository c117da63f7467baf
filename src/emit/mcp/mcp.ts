import { constant, functionKind, variableKind } from "../../code/kinds.js";
import { braced, literalCode } from "../../code/literal.js";
import { Module, type EmittedModule } from "../../code/module.js";
import { stringCode } from "../../code/string.js";
import { callableNamespaces, createContext, type Context } from "../../facts/context.js";
import { callerView } from "../../values/caller-view.js";
import { locateCodec } from "../checks/codecs.js";
import { ToolMaker, toolRoutes } from "./tools.js";

const runtime = "../runtime/mcp.js";

/** The modules of the subpath `./mcp`: what the tools say, and the server that has them. */
export function emitMcp(context: Context): EmittedModule[] {
  const view = createContext(callerView(context.api, []).api, context.options);
  const maker = new ToolMaker(view);
  return [emitData(view, maker), emitIndex(view, maker)];
}

function emitData(context: Context, maker: ToolMaker): EmittedModule {
  const module = new Module("src/mcp/data.ts", "the specification", ["definitions", "errors"]);
  const routes = callableNamespaces(context).flatMap((namespace) =>
    toolRoutes(namespace, context).map((route) => ({ route, tool: maker.tool(namespace, route) })),
  );
  const tools = routes.map(({ tool }) => tool);
  const errorTypes = routes.flatMap(({ route, tool: { error } }) =>
    error === undefined ? [] : [[error, maker.errors(route.error)] as const],
  );
  const data = (name: string, member: string, value: unknown): void => {
    module.add({
      kind: variableKind,
      isExported: true,
      declarationKind: constant,
      declarations: [{ name, type: `${module.type(runtime, "McpApi")}["${member}"]`, initializer: literalCode(value) }],
    });
  };
  data("definitions", "definitions", {
    write: maker.definitions("write", tools),
    read: maker.definitions("read", tools),
  });
  data("errors", "errors", Object.fromEntries(errorTypes));
  return module.finish();
}

function emitIndex(context: Context, maker: ToolMaker): EmittedModule {
  const { naming, options } = context;
  const module = new Module("src/mcp/index.ts", "the specification", ["createMcpServer", "options"]);
  const tools = callableNamespaces(context).flatMap((namespace) => {
    const folder = naming.folder(namespace.name);
    const routes = module.importValues(`../${folder}/routes.js`, naming.namespace(namespace.name));
    return toolRoutes(namespace, context).map((route) => {
      const { path, stem } = locateCodec(route.result, route, "result", namespace, context);
      const redact =
        stem === "Nothing"
          ? "() => null"
          : module.value(path.startsWith("./") ? `../${folder}/${path.slice(2)}` : path, `redact${stem}`);
      return braced([
        `route: ${routes}.${naming.route(namespace.name, route)}`,
        `redact: ${redact}`,
        `tool: ${literalCode(maker.tool(namespace, route))}`,
      ]);
    });
  });
  const api = braced([
    `name: ${stringCode(options.name)}`,
    `version: ${stringCode(options.version)}`,
    module.value("./data.js", "definitions"),
    module.value("./data.js", "errors"),
    `tools: [${tools.join(", ")}]`,
  ]);
  const create = module.value(runtime, "createServerOfTools");
  module.add({
    kind: functionKind,
    isExported: true,
    name: "createMcpServer",
    parameters: [{ name: "options", type: module.type(runtime, "McpServerOptions") }],
    returnType: module.type("@modelcontextprotocol/sdk/server/index.js", "Server"),
    statements: [`return ${create}(${api}, options);`],
    docs: [
      "\nCreates an MCP server whose tools are routes of the API, called by a client. Connect it to a transport of the official\nSDK, such as `StdioServerTransport`.",
    ],
  });
  module.add(`export type { McpServerOptions } from "${runtime}";`);
  return module.finish();
}
