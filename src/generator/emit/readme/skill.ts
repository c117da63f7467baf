import { callableNamespaces, callableRoutes, type Context } from "../../facts/context.js";
import { routesByGroup } from "../../facts/route-order.js";
import type { EmittedText } from "../../code/module.js";
import { examplesOfCalls, ofTeams } from "./calling.js";
import { uploadSessions } from "../../facts/upload-sessions.js";
import { markdown } from "./markdown.js";

/** The maximum number of namespaces that are listed. Agents read the whole file, so it must be short for any API. */
const maxNamespaces = 200;

/** Returns a skill for agents that write code, which explains how to call the API. Its first lines say when to read the rest. */
export function emitSkill(context: Context): EmittedText {
  const { options, naming } = context;
  const about = (options.docs?.description ?? options.description ?? "").replace(/\s+/g, " ").trim();
  const use = `Calls ${options.name} with its generated TypeScript client. Use it for code that imports ${options.name}.`;
  const namespaces = callableNamespaces(context).map((namespace) => {
    const callable = callableRoutes(namespace, context);
    const methods = routesByGroup(namespace, context)
      .flatMap(({ routes }) => routes.filter((route) => callable.includes(route)))
      .map((route) => `\`${naming.method(namespace.name, route)}\``);
    const sessions = uploadSessions(namespace, context).map(({ name }) => `\`${naming.session(name)}\``);
    return `- \`client.${naming.namespace(namespace.name)}\`: ${[...methods, ...sessions].join(" ")}`;
  });
  const parts = [
    ["---", `name: ${skillName(options.name)}`, `description: ${JSON.stringify(`${use} ${about}`.trim())}`, "---"].join(
      "\n",
    ),
    `# ${options.name}`,
    ...(about === "" ? [] : [markdown(about)]),
    "The types are the documentation: hover over a method, or read `dist/<namespace>/client.d.ts` and `types.d.ts`. Fields have the names of the API, in snake_case. Do not build requests by hand.",
    ...(namespaces.length === 0
      ? []
      : [
          ...examplesOfCalls(context),
          "## Options and errors",
          "Options of all calls are passed to `createClient`, those of one call as its last argument: `timeoutMs`, `retry`, `signal` and others.",
          'An error that the specification defines is a `RouteError`: `isRouteError(thrown, route)` gives it the type of the route, and `error[".tag"]` or `is("path/not_found")` distinguishes the reasons. All other errors of calls, such as `RateLimitError`, `NetworkError` and `EncodeError`, have classes of their own.',
          "README.md, beside this file, has tables of the options and of the errors.",
          ...ofTeams(context),
          "## Routes",
          ...namespaceLines(namespaces),
        ]),
  ];
  return { kind: "text", path: "SKILL.md", text: `${parts.join("\n\n")}\n` };
}

function namespaceLines(namespaces: readonly string[]): string[] {
  const more = namespaces.length - maxNamespaces;
  return [
    "README.md has a table of the routes of each namespace, with what they do and their errors.",
    namespaces.slice(0, maxNamespaces).join("\n"),
    ...(more > 0 ? [`There are ${more} more namespaces: see README.md.`] : []),
  ];
}

/** Converts the name of a package to the form that skills require: letters, digits and hyphens. */
function skillName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 64);
}
