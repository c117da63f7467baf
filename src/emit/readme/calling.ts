import { callFormKind } from "../call-form.js";
import { areHostsKnown } from "../client.js";
import { authenticationKinds, callableNamespaces, styleOf, type Context } from "../context.js";
import { chooseRoute, type ChosenRoute } from "./chosen-route.js";
import { code } from "./markdown.js";
import { importOf, statement } from "./statement.js";

/** How to call the API. */
export function calling(context: Context): string[] {
  return [
    ...firstCall(context),
    ...contents(context),
    ...listsAndJobs(context),
    "## Options",
    "`createClient` takes them for all calls, the last parameter of a method for one: `timeout` (milliseconds, for all attempts together or `{ attempt, total, idle }`), `retry` (after 429 and 503 a request is sent again, three times in all by default, by `Retry-After` or with growing pauses; after other failures only with `idempotent: true`; `false` for never), `signal`, `headers`. A client has `interceptors` besides, its own `fetch`, and `crossSite` for browsers that are not to ask first. `accessToken` may be a function, which is asked before each request and once more after a 401: many calls never ask twice at a time.",
    ...others(context),
    `For small bundles there are \`createCore\` and, for each style of route, \`call\`, \`upload\` and \`download\`: \`call(core, route, arg)\` brings one route along, ${namespaceClient(context)}\`createClient\` all of them.`,
  ];
}

/** What a namespace can be called with alone. */
function namespaceClient(context: Context): string {
  const [namespace] = callableNamespaces(context);
  return namespace === undefined ? "" : `\`${context.naming.client(namespace.name)}(core)\` a namespace, `;
}

/** The argument in which clients are made, as code. */
export function clientOptions(context: Context, accessToken = '"…"'): string {
  const hosts = areHostsKnown(context) ? "" : 'hosts: "https://api.example.com", ';
  const value = accessToken === "accessToken" ? "accessToken" : `accessToken: ${accessToken}`;
  return `{ ${hosts}${value} }`;
}

function firstCall(context: Context): string[] {
  const { naming, options } = context;
  const isShown = (withError: boolean): ChosenRoute | undefined =>
    chooseRoute(context, (route) => styleOf(route, context) === "rpc" && (!withError || isUnion(route.error, context)));
  const chosen = isShown(true) ?? isShown(false);
  if (chosen === undefined) {
    return [];
  }
  const { constant, namespace, method, arg } = chosen;
  const failing = isUnion(chosen.route.error, context);
  return [
    "## Call it",
    code([
      ...importOf(["createClient", ...(failing ? ["isRouteError"] : [])], options.name),
      ...(failing ? importOf([constant], `${options.name}/${naming.folder(namespace.name)}`) : []),
      "",
      `const client = createClient(${clientOptions(context)});`,
      ...(failing
        ? [
            "try {",
            ...statement(`const result = await ${method}(${arg})`, 2),
            "  console.log(result);",
            "} catch (thrown) {",
            `  if (isRouteError(thrown, ${constant})) {`,
            '    console.log(thrown.error[".tag"], thrown.summary);',
            "  } else {",
            "    throw thrown;",
            "  }",
            "}",
          ]
        : [...statement(`const result = await ${method}(${arg})`), "console.log(result);"]),
    ]),
    "A call is a promise of its result. The same object has `.withResponse()`, which gives the status and the headers too, and `.outcome()`, which gives the route's own error as a value instead of throwing it.",
  ];
}

function isUnion(type: Parameters<Context["lookup"]["withoutAliases"]>[0], { lookup }: Context): boolean {
  const bare = lookup.withoutAliases(type);
  return bare.kind === "ref" && lookup.definition(bare).kind === "union";
}

function contents(context: Context): string[] {
  const up = chooseRoute(context, (route) => styleOf(route, context) === "upload");
  const down = chooseRoute(context, (route) => styleOf(route, context) === "download");
  const lines = [
    ...(up === undefined
      ? []
      : [
          ...statement(
            `await ${up.method}(${up.arg === "" ? "" : `${up.arg}, `}content, { onProgress: ({ loaded, total }) => console.log(loaded, total) })`,
          ),
        ]),
    ...(down === undefined
      ? []
      : [
          ...statement(`const download = await ${down.method}(${down.arg})`),
          "console.log(download.result, download.etag, await download.text()); // or bytes(), blob(), or the stream body",
        ]),
  ];
  return lines.length === 0
    ? []
    : [
        "## Upload and download",
        code(lines),
        "Content is a Blob, an array of bytes, a string, a stream or an iterable; as a function that gives one it can be sent again. Downloads take `range`, and `ifNoneMatch` for what is wanted only if it has changed; one that breaks off goes on where it stopped. `downloadUrl` gives the URL for an image or a link.",
      ];
}

function listsAndJobs(context: Context): string[] {
  const list = chooseRoute(context, (route, namespace) => callFormKind(route, namespace, context) === "list");
  const job = chooseRoute(context, (route, namespace) => callFormKind(route, namespace, context) === "launch");
  const lines = [
    ...(list === undefined
      ? []
      : [
          ...statement(`const list = ${list.method}(${list.arg})`),
          "for await (const item of list.items()) {",
          "  console.log(item);",
          "}",
        ]),
    ...(job === undefined
      ? []
      : [
          ...statement(`const job = ${job.method}(${job.arg})`),
          "console.log(await job.waitFor({ timeout: 60_000 }));",
        ]),
  ];
  return lines.length === 0
    ? []
    : [
        "## Lists and jobs",
        code(lines),
        "`.items()` and `.pages()` go through a list to its end, `.waitFor()` polls a job until it is done. The documentation of the methods says which have them.",
      ];
}

function others(context: Context): string[] {
  const { api, binding } = context;
  const kinds = api.namespaces.flatMap(({ routes }) => routes.flatMap((route) => authenticationKinds(route, context)));
  return kinds.includes("user") && kinds.includes("team")
    ? [
        `With the token of a team, \`client.asMember(id)\` calls routes of users for one of its members (header \`${binding.headers.selectUser}\`). Such a token opens much of the team's data: it stays on a server.`,
      ]
    : [];
}
