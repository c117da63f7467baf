import { hasPreflightFreeForm } from "../../facts/binding-options.js";
import { callFormKind } from "../client/call-form.js";
import { areHostsKnown } from "../client/client.js";
import { authenticationKinds, callableNamespaces, routeStyle, type Context } from "../../facts/context.js";
import { findChanges } from "../../facts/changes.js";
import { isLazy } from "../../facts/lazy-namespace.js";
import { idempotencyHeader, isIdempotent } from "../../facts/route-effects.js";
import { uploadSessions } from "../../facts/upload-sessions.js";
import { sessionCall } from "../client/call-example.js";
import { chooseFirstCall, chooseRoute, isUnion } from "./chosen-route.js";
import { fence, table } from "./markdown.js";
import { importStatement, statementLines } from "../../code/layout/statement.js";
import { code, objectMember, statements } from "../../code/template/template.js";
import { literal, type Body, type Expression } from "../../code/tree/expression.js";

/** Returns the sections on how to call the API. */
export function calling(context: Context): string[] {
  const functions =
    hasStyle("upload", context) || hasStyle("download", context) ? "`call`, `upload` and `download`" : "`call`";
  return [
    ...examplesOfCalls(context),
    ...clientSettings(context),
    ...ofTeams(context),
    `For small bundles use \`createCore\` with ${functions}: a bundle with \`call(core, route, arg)\` contains only that route, ${namespaceClient(context)}and one with \`createClient\` contains the whole API.${lazyNote(context)}`,
  ];
}

/** Returns the sections with examples of calls, and what they say about uploads, downloads, lists and jobs. */
export function examplesOfCalls(context: Context): string[] {
  return [...firstCall(context), ...contents(context), ...listsAndJobs(context)];
}

/** Returns whether a callable route has a style. */
export function hasStyle(style: "upload" | "download", context: Context): boolean {
  return chooseRoute(context, (route) => routeStyle(route, context) === style) !== undefined;
}

function clientSettings(context: Context): string[] {
  const hasContent = hasStyle("upload", context) || hasStyle("download", context);
  const keyed = context.api.namespaces.some((namespace) =>
    namespace.routes.some((route) => idempotencyHeader(route, namespace, context) !== undefined),
  );
  const reads = context.api.namespaces.some((namespace) =>
    namespace.routes.some((route) => isIdempotent(route, namespace, context)),
  );
  const retried = reads ? "if the route is idempotent or with `idempotent: true`" : "only with `idempotent: true`";
  const errors = (context.binding.retry?.errors ?? []).map((path) => `\`${path}\``).join(", ");
  const retriedErrors = errors === "" ? "" : `; by default ${errors}`;
  return [
    "## Options",
    "`createClient` accepts options for all calls, and the last parameter of every method accepts options for one call. The options of a call take precedence.",
    table(
      ["option", "for", "what it does"],
      [
        [
          "`timeoutMs`",
          "both",
          hasContent
            ? "milliseconds for all attempts together, or `{ attemptMs, totalMs, idleMs }`; no limit by default. `idleMs` limits how long the content of an upload or a download may make no progress"
            : "milliseconds for all attempts together, or `{ attemptMs, totalMs }`; no limit by default",
        ],
        [
          "`retry`",
          "both",
          `\`{ attempts, maxPauseMs, errors }\`, or \`false\`. By default a request is sent up to three times: after 429 and 503, with the pause of \`Retry-After\` or exponential back-off (a call that is to wait for longer than \`maxPauseMs\`, 30,000 by default, fails at once); after a lost connection, a timeout of one attempt or another 5xx ${retried}. \`errors\` lists errors of routes after which a call is retried as well: \`["path/locked"]\`, or \`["locked"]\` anywhere in an error${retriedErrors}`,
        ],
        [
          "`validate`",
          "both",
          'what happens when a response does not match its type: `"throw"` a `ProtocolError` (the default); `"warn"`: call `onInvalid` with the path and the reason, and return the value unchanged; or `"off"`',
        ],
        [
          "`headers`",
          "both",
          "additional headers; those of a call and of `client.with({ headers })` are merged with those of the client, and `undefined` removes a header",
        ],
        ["`concurrency`", "client", "how many requests may be in flight at once; others wait. No limit by default"],
        ["`signal`", "call", "an `AbortSignal` that aborts the call"],
        ["`idempotent`", "call", "whether the call may be retried after any transient failure"],
        ...(keyed
          ? [
              [
                "`idempotencyKey`",
                "call",
                "for routes with idempotency keys, which the service performs once for each key: the same key in another process repeats the call. By default, each call has a new key",
              ],
            ]
          : []),
        [
          "`accessToken`",
          "client",
          "a token, or a function that returns one: it is called before each request and once more after a 401, never concurrently",
        ],
        ["`interceptors`", "client", "functions that wrap each request: `(request, send) => send(request)`"],
        ["`around`", "client", "functions that run around each call, for timing and traces: `(call, next) => next()`"],
        ["`fetch`", "client", "another implementation of `fetch`"],
        ...(hasPreflightFreeForm(context.options.binding)
          ? [["`avoidPreflight`", "client", "sends requests that browsers do not preflight"]]
          : []),
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
    'Unknown fields in an argument are rejected with an `EncodeError`, which suggests a similar field; with `validate: "warn"` they are reported and omitted. `client.with(options)` returns a client with other options.',
  ];
}

/** Returns the clause about the client of a single namespace. */
function namespaceClient(context: Context): string {
  const [namespace] = callableNamespaces(context);
  return namespace === undefined
    ? ""
    : `one with \`${context.naming.client(namespace.name)}(core)\` contains one namespace, `;
}

/** Returns the sentence on routes of lazy namespaces; empty if there are none. */
function lazyNote(context: Context): string {
  return context.api.namespaces.some((namespace) => isLazy(namespace, context))
    ? " A route of a namespace whose checks are loaded with the first call loads those of all its routes."
    : "";
}

/** Returns the statement that creates a client. */
export function createdClient(context: Context, accessToken: Expression = literal("…")): Body {
  const hosts = areHostsKnown(context) ? undefined : objectMember`hosts: "https://api.example.com"`;
  return statements`const client = createClient({ ${hosts}, accessToken: ${accessToken} });`;
}

function firstCall(context: Context): string[] {
  const { naming, options } = context;
  const chosen = chooseFirstCall(context);
  if (chosen === undefined) {
    return [];
  }
  const { namespace, method, args } = chosen;
  const content = routeStyle(chosen.route, context) === "upload" ? "content" : undefined;
  const result = statements`const result = await ${method}(${args}, ${content});`;
  const failing = isUnion(chosen.route.error, context);
  return [
    "## Call the API",
    fence([
      ...importStatement(["createClient", ...(failing ? ["isRouteError"] : [])], options.name),
      ...(failing ? importStatement([chosen.constant], `${options.name}/${naming.folder(namespace.name)}`) : []),
      "",
      ...statementLines(createdClient(context)),
      ...(failing
        ? [
            "try {",
            ...statementLines(result, 2),
            "  console.log(result);",
            "} catch (thrown) {",
            `  if (isRouteError(thrown, ${chosen.constant})) {`,
            '    console.log(thrown.error[".tag"], thrown.summary);',
            "  } else {",
            "    throw thrown;",
            "  }",
            "}",
          ]
        : [...statementLines(result), "console.log(result);"]),
    ]),
    "A call is a promise of its result. It also has `.withResponse()`, which returns the status and the headers, too, and `.outcome()`, which returns the route's own error as a value instead of throwing it.",
  ];
}

function contents(context: Context): string[] {
  const up = chooseRoute(context, (route) => routeStyle(route, context) === "upload");
  const down = chooseRoute(context, (route) => routeStyle(route, context) === "download");
  const lines = [
    ...(up === undefined ? [] : statementLines(statements`await ${up.method}(${up.args}, content, ${withProgress});`)),
    ...(down === undefined
      ? []
      : [
          ...statementLines(statements`const download = await ${down.method}(${down.args});`),
          "console.log(download.result, download.etag);",
          'await download.saveTo("downloaded.bin"); // or text(), bytes(), blob(), or the stream body',
        ]),
    ...largeUpload(context),
  ];
  return lines.length === 0
    ? []
    : [
        "## Upload and download",
        fence(lines),
        ...(up === undefined
          ? []
          : [
              "Content is a Blob, bytes, a string, a stream or an iterable, or a function that returns one of these, which is called again for each retry: for a file in Node, `() => createReadStream(path)`. The progress of a stream has a `total` if you pass its `size`, such as `(await stat(path)).size`. If the content is missing or of another type, the call rejects with a `TypeError` and nothing is sent. (`openAsBlob` of Node 20 truncates files of 4 GiB and more.)",
            ]),
        ...(down === undefined
          ? []
          : [
              "Downloads support `range`, and `ifNoneMatch` to download content only if it has changed. Interrupted downloads resume if the version of the content is unchanged, according to a strong `ETag`, the revision in the result, such as `rev`, or a weak `ETag` and the size. Different versions are never joined. `saveTo(path)` (Node, Deno, Bun) writes to a temporary file next to the target and renames it when it is complete; it also resumes downloads that an earlier process started, or begins again if the service cannot resume. The next `saveTo` of the same path removes temporary files of other versions, but only those whose last write was more than 10 minutes ago. `downloadUrl` returns a URL for an image or a link.",
            ]),
        ...(largeUpload(context).length === 0
          ? []
          : [
              "An upload session sends the content in pieces (`pieceSize`, 8 MiB by default; `parallel` of them concurrently if the service allows it). The argument is validated before the first request. Failed pieces are retried as `retry` says, up to three times by default. `onState` is called with the state after each piece: store it as JSON, and pass it as `state` with the same content to resume an interrupted upload. If the service no longer knows the session (an error such as `not_found`), drop the state and start again. If the response to the last request is lost, the call rejects although the file may have been saved: check before you upload it again.",
            ]),
      ];
}

/** Options that show the progress of an upload. */
const withProgress = code`{ onProgress: ({ loaded, total }) => console.log(loaded, total) }`;

/** Returns the code of an upload session; empty if no session of the API has an example. */
function largeUpload(context: Context): string[] {
  const { api } = context;
  for (const namespace of api.namespaces) {
    const [session] = uploadSessions(namespace, context);
    const call = session && sessionCall(session, namespace, context);
    if (call !== undefined) {
      return statementLines(statements`await ${call};`);
    }
  }
  return [];
}

function listsAndJobs(context: Context): string[] {
  const list = chooseRoute(context, (route, namespace) => callFormKind(route, namespace, context) === "list");
  const job = chooseRoute(context, (route, namespace) => callFormKind(route, namespace, context) === "launch");
  const changing = chooseRoute(context, (route, namespace) => findChanges(route, namespace, context) !== undefined);
  const lines = [
    ...(list === undefined
      ? []
      : [
          ...statementLines(statements`const list = ${list.method}(${list.args});`),
          "for await (const item of list) {",
          "  console.log(item);",
          "}",
        ]),
    ...(job === undefined
      ? []
      : [
          ...statementLines(statements`const job = ${job.method}(${job.args});`),
          "console.log(await job.waitFor({ timeoutMs: 60_000 }));",
        ]),
  ];
  return lines.length === 0
    ? []
    : [
        "## Lists and jobs",
        fence(lines),
        [
          list &&
            "Iterating over a list requests all its pages and yields the items; `.pages()` yields the pages, and awaiting the call returns the first page.",
          job && "`.waitFor()` polls a job until it is done.",
          "The documentation of each method says which of these it has.",
        ]
          .filter(Boolean)
          .join(" "),
        ...(changing === undefined
          ? []
          : [
              fence([
                ...statementLines(
                  statements`const changes = ${changing.method}(${changing.args}).changes({ cursor: storedCursor });`,
                ),
                "for await (const page of changes) {",
                "  console.log(page, changes.cursor);",
                "}",
              ]),
              "`.changes()` yields the pages of a list and then, without end, pages of changes, each once. It waits for changes with the long poll of the service, and retries after lost connections. Store `changes.cursor` after you have handled a page, and pass it later as `cursor`. `{ reset: true }` means that the list starts again; with `initial: false` only later changes are yielded, and `signal` stops the iteration.",
            ]),
      ];
}

/** Returns the paragraph on calls with the token of a team. */
export function ofTeams(context: Context): string[] {
  const { api, binding } = context;
  const kinds = api.namespaces.flatMap(({ routes }) => routes.flatMap((route) => authenticationKinds(route, context)));
  return kinds.includes("user") && kinds.includes("team")
    ? [
        `With a team token, \`client.asMember(id)\` calls user routes as a member of the team (header \`${binding.headers.selectUser}\`). A team token gives access to the data of all members: keep it on a server.`,
      ]
    : [];
}
