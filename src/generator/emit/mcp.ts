import { callerView } from "../../values/caller-view.js";
import { Module, type TypeScriptModule } from "../code/module.js";
import { code, declarations } from "../code/template/template.js";
import { exportTypes } from "../code/tree/declaration.js";
import { literal } from "../code/tree/expression.js";
import { textType } from "../code/tree/type.js";
import { callableNamespaces, createContext, type Context } from "../facts/context.js";
import { ToolMaker, toolRoutes } from "./mcp-tools.js";

const runtime = "../runtime/mcp.js";

/** Returns the modules of the subpath `./mcp`: the descriptions of the tools, and the server. */
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
    module.add(
      ...declarations`
        export const ${member}: ${module.type(runtime, "McpApi")}[${textType(member)}] = ${literal(value)};
      `,
    );
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
      const tool = literal(maker.tool(namespace, route));
      return code`{ route: ${routes}.${naming.route(namespace.name, route)}, tool: ${tool} }`;
    });
  });
  const data = ["definitions", "errors"].map((name) => module.value("./data.js", name));
  const api = code`{ name: ${literal(options.name)}, version: ${literal(options.version)}, ${data}, tools: [${tools}] }`;
  const server = module.type("@modelcontextprotocol/server", "Server");
  module.add(
    ...declarations`
      /**
       * Creates an MCP server whose tools are routes of the API, called by a client. Connect it to a transport of the official
       * SDK, such as \`StdioServerTransport\`.
       */
      export function createMcpServer(options: ${module.type(runtime, "McpServerOptions")}): ${server} {
        return ${module.value(runtime, "createServerOfTools")}(${api}, options);
      }
    `,
  );
  module.add(exportTypes(["McpServerOptions"], runtime));
  return module.finish();
}
