import { callFormKind } from "../call-form.js";
import { areHostsKnown } from "../client.js";
import { authenticationKinds, callableNamespaces, styleOf, type Context } from "../context.js";
import { isIdempotent } from "../idempotence.js";
import { sessionMethodName } from "../session-method.js";
import { uploadSessions } from "../upload-sessions.js";
import { chooseRoute, exampleArgument, type ChosenRoute } from "./chosen-route.js";
import { code, table } from "./markdown.js";
import { importOf, statement } from "./statement.js";

/** How to call the API. */
export function calling(context: Context): string[] {
  return [
    ...firstCall(context),
    ...contents(context),
    ...listsAndJobs(context),
    ...clientSettings(context),
    ...others(context),
    `For small bundles there are \`createCore\` and, for each style of route, \`call\`, \`upload\` and \`download\`: a bundle with \`call(core, route, arg)\` contains that route only, ${namespaceClient(context)}and one with \`createClient\` the whole API.`,
  ];
}

function clientSettings(context: Context): string[] {
  const reads = context.api.namespaces.some((namespace) =>
    namespace.routes.some((route) => isIdempotent(route, namespace, context)),
  );
  const retried = reads ? "if the route only reads, or with `idempotent: true`" : "only with `idempotent: true`";
  return [
    "## Options",
    "`createClient` takes options for all calls, and every method takes options for one call as its last parameter. Those of a call take precedence.",
    table(
      ["option", "for", "what it does"],
      [
        [
          "`timeout`",
          "both",
          "milliseconds for all attempts together, or `{ attempt, total, idle }`; no limit by default",
        ],
        [
          "`retry`",
          "both",
          `\`{ attempts, maxPause }\`, or \`false\`. A request is sent up to three times: after 429 and 503, by \`Retry-After\` or with growing pauses; after a lost connection, a timeout of one attempt or another 5xx ${retried}`,
        ],
        [
          "`validate`",
          "both",
          'what happens when a reply does not match its type: `"throw"` a `ProtocolError` (the default); `"warn"`, which calls `onInvalid` with the path and the reason and returns the value as it came; or `"off"`',
        ],
        [
          "`headers`",
          "both",
          "more headers; those of a call and of `client.with({ headers })` are added to those of the client, and one that is `undefined` removes it",
        ],
        ["`signal`", "call", "an `AbortSignal`: the call rejects with its reason"],
        ["`idempotent`", "call", "whether performing the call twice does no harm"],
        [
          "`accessToken`",
          "client",
          "a token, or a function that returns one: it is called before each request and once more after a 401, never twice at the same time",
        ],
        ["`interceptors`", "client", "functions around each request: `(request, send) => send(request)`"],
        ["`fetch`", "client", "another implementation of `fetch`"],
        ["`crossSite`", "client", "sends requests that browsers do not preflight"],
        ...(context.options.int64 === "bigint"
          ? [
              [
                "`json`",
                "client",
                "how JSON is read and written; by default `exactJson`, which does not round integers",
              ],
            ]
          : []),
      ],
    ),
    'Fields that an argument does not have are refused with an `EncodeError`, which names the field that may have been meant; with `validate: "warn"` they are reported and left out. `client.with(options)` is a client with other options.',
  ];
}

/** What a namespace can be called with alone. */
function namespaceClient(context: Context): string {
  const [namespace] = callableNamespaces(context);
  return namespace === undefined ? "" : `one with \`${context.naming.client(namespace.name)}(core)\` a namespace, `;
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
          "console.log(download.result, download.etag);",
          'await download.saveTo("downloaded.bin"); // or text(), bytes(), blob(), or the stream body',
        ]),
    ...largeUpload(context),
  ];
  return lines.length === 0
    ? []
    : [
        "## Upload and download",
        code(lines),
        "Content is a Blob, bytes, a string, a stream or an iterable, or a function that returns one of these and is called again after a failure: for a file in Node, `() => createReadStream(path)`. (`openAsBlob` of Node 20 gives only a part of files of 4 GiB and more.)",
        ...(down === undefined
          ? []
          : [
              "A download takes `range`, and `ifNoneMatch` for content that is wanted only if it has changed. After a lost connection it resumes where it stopped, if the service still has the same version: if the strong `ETag` is the same; or, without one, the revision in the result, such as `rev`; or the weak `ETag` and the size. Two versions are never joined. `saveTo(path)` (Node, Deno, Bun) writes to a temporary file beside the target, resumes what an earlier process has left of the same version, and renames the file when it is complete. `downloadUrl` gives the URL for an image or a link.",
            ]),
        ...(largeUpload(context).length === 0
          ? []
          : [
              "An upload in pieces (`pieceSize`, 8 MiB by default; `parallel` of them at the same time where the service allows it) retries a piece that fails and continues where the service says it stopped. `onState` is called with the state after each piece: store it as JSON, and give it as `state` with the same content to continue an interrupted upload. Each piece is sent up to three times, or as `retry` says. If the response to the last request is lost, the call rejects although the file may have been saved: look before you upload it again.",
            ]),
      ];
}

/** An upload in pieces, as code; nothing if the API has no upload session with an example. */
function largeUpload(context: Context): string[] {
  const { api, naming } = context;
  for (const namespace of api.namespaces) {
    const [session] = uploadSessions(namespace, context);
    const arg = session && exampleArgument(session.finish, context, session.finishCursor);
    if (session !== undefined && arg !== undefined) {
      const method = sessionMethodName(session, namespace, context);
      const given = arg === "{}" ? "" : `${arg}, `;
      return statement(`await client.${naming.namespace(namespace.name)}.${method}(${given}content)`);
    }
  }
  return [];
}

function listsAndJobs(context: Context): string[] {
  const list = chooseRoute(context, (route, namespace) => callFormKind(route, namespace, context) === "list");
  const job = chooseRoute(context, (route, namespace) => callFormKind(route, namespace, context) === "launch");
  const lines = [
    ...(list === undefined
      ? []
      : [
          ...statement(`const list = ${list.method}(${list.arg})`),
          "for await (const item of list) {",
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
        "A list is iterated to its end, item by item, or with `.pages()` page by page; awaited, it is its first page. `.waitFor()` polls a job until it is done. The documentation of each method says which it has.",
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
