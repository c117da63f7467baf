import { Module, type TypeScriptModule } from "../../code/module.js";
import { exportTypes } from "../../code/tree/declaration.js";
import { array, call, literal, member, identifier, object, property, returned } from "../../code/tree/expression.js";
import { indexed, reference, textType } from "../../code/tree/type.js";
import { callableNamespaces, createContext, type Context } from "../../facts/context.js";
import { callerView } from "../../values/caller-view.js";
import { ToolMaker, toolRoutes } from "./tools.js";

const runtime = "../runtime/mcp.js";

/** The modules of the subpath `./mcp`: what the tools say, and the server that has them. */
export function emitMcp(context: Context): TypeScriptModule[] {
  const view = createContext(callerView(context.api, []).api, context.options);
  const maker = new ToolMaker(view);
  return [emitData(view, maker), emitIndex(view, maker)];
}

function emitData(context: Context, maker: ToolMaker): TypeScriptModule {
  const module = new Module("src/mcp/data.ts", "the specification", ["definitions", "errors"]);
  const routes = callableNamespaces(context).flatMap((namespace) =>
    toolRoutes(namespace, context).map((route) => ({ route, tool: maker.tool(namespace, route) })),
  );
  const tools = routes.map(({ tool }) => tool);
  const errorTypes = routes.flatMap(({ route, tool: { error } }) =>
    error === undefined ? [] : [[error, maker.errors(route.error)] as const],
  );
  const data = (member: string, value: unknown): void => {
    module.add({
      kind: "constant",
      isExported: true,
      name: member,
      type: indexed(reference(module.type(runtime, "McpApi")), textType(member)),
      value: literal(value),
    });
  };
  data("definitions", {
    write: maker.definitions("write", tools),
    read: maker.definitions("read", tools),
  });
  data("errors", Object.fromEntries(errorTypes));
  return module.finish("script");
}

function emitIndex(context: Context, maker: ToolMaker): TypeScriptModule {
  const { naming, options } = context;
  const module = new Module("src/mcp/index.ts", "the specification", ["createMcpServer", "options"]);
  const tools = callableNamespaces(context).flatMap((namespace) => {
    const folder = naming.folder(namespace.name);
    const routes = module.importValues(`../${folder}/routes.js`, naming.namespaceImport(namespace.name));
    return toolRoutes(namespace, context).map((route) => {
      return object([
        property("route", member(routes, naming.route(namespace.name, route))),
        property("tool", literal(maker.tool(namespace, route))),
      ]);
    });
  });
  const api = object([
    property("name", literal(options.name)),
    property("version", literal(options.version)),
    ...["definitions", "errors"].map((data) => property(data, identifier(module.value("./data.js", data)))),
    property("tools", array(tools)),
  ]);
  const create = module.value(runtime, "createServerOfTools");
  module.add({
    kind: "function",
    isExported: true,
    name: "createMcpServer",
    parameters: [{ name: "options", type: reference(module.type(runtime, "McpServerOptions")) }],
    result: reference(module.type("@modelcontextprotocol/sdk/server/index.js", "Server")),
    body: [returned(call(create, api, identifier("options")))],
    doc: "\nCreates an MCP server whose tools are routes of the API, called by a client. Connect it to a transport of the official\nSDK, such as `StdioServerTransport`.",
  });
  module.add(exportTypes(["McpServerOptions"], runtime));
  return module.finish();
}
