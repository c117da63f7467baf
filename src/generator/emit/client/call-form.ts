import type { Namespace, Route, Type } from "../../../ir/api.js";
import type { Module } from "../../code/module.js";
import { code, objectMember } from "../../code/template/template.js";
import { literal, type Expression, type ObjectMember } from "../../code/tree/expression.js";
import type { TypeNode } from "../../code/tree/type.js";
import { findChanges, type Changes } from "../../facts/changes.js";
import { routeStyle, type Context } from "../../facts/context.js";
import { isPoll, findPoll, type RouteIn } from "../../facts/jobs.js";
import { calledRoutesFile } from "../../facts/lazy-namespace.js";
import { findPaging, type Paging } from "../../facts/paging.js";
import { typeNode } from "../../facts/type-node.js";
import type { Mentions } from "../comments.js";
import { qualifierIn } from "../namespace-module.js";

/** The module of the runtime with the functions and types for calls. */
export const clientRuntime = "../runtime/client.js";

/** A function of {@link clientRuntime} by which the client calls a route, and the code around it. */
export interface CallForm {
  /** The name of the function. */
  readonly make: string;
  /** The return type of the function. */
  readonly type: string;
  /** The type arguments after the result and the error. */
  readonly typeArguments: readonly TypeNode[];
  /** The type of the options. */
  readonly options: string;
  /** The arguments after the options. */
  readonly values: readonly Expression[];
  /** Returns the notes for the documentation of the method. */
  readonly notes: (mentions: Mentions) => readonly string[];
}

/** Returns the kind of a call: pages, a list, a poll for a job's status, the launch of a job, or a plain call. */
export function callFormKind(
  route: Route,
  namespace: Namespace,
  context: Context,
): "pages" | "list" | "poll" | "launch" | "plain" {
  const paging = findPaging(route, namespace, context);
  if (paging !== undefined) {
    return paging.list === undefined ? "pages" : "list";
  }
  if (isPoll(route, context)) {
    return "poll";
  }
  return findPoll(route, namespace, context) === undefined ? "plain" : "launch";
}

/** Returns the form of a route's call, for the module that contains the client of the namespace. */
export function callForm(route: Route, namespace: Namespace, module: Module, context: Context): CallForm {
  const style = routeStyle(route, context);
  if (style === "upload" || style === "download") {
    return contentForm(style);
  }
  const paging = findPaging(route, namespace, context);
  if (paging !== undefined) {
    return pagedForm(paging, route, namespace, module, context);
  }
  if (isPoll(route, context)) {
    const note = "`.waitFor()` polls until the job is done.";
    return { ...form("callPoll", "PollCall"), notes: () => [note] };
  }
  const poll = findPoll(route, namespace, context);
  if (poll !== undefined) {
    return launchForm(poll, route, namespace, module, context);
  }
  return form("call", "Call");
}

function form(make: string, type: string): CallForm {
  return { make, type, options: "CallOptions", typeArguments: [], values: [], notes: () => [] };
}

function contentForm(style: "upload" | "download"): CallForm {
  return style === "upload"
    ? { ...form(style, "Call"), options: "UploadOptions" }
    : { ...form(style, "DownloadCall"), options: "DownloadOptions" };
}

function pagedForm(
  { next, carried, list }: Paging,
  route: Route,
  namespace: Namespace,
  module: Module,
  context: Context,
): CallForm {
  const send = module.value(clientRuntime, "call");
  const target = importRoute({ namespace, route: next }, namespace, module, context);
  const fields =
    next === route && carried.length > 0
      ? objectMember`...arg`
      : carried.map((field) => objectMember`${field}: arg.${field}`);
  const continuation = objectMember`next: (cursor, options) => ${send}(core, ${target}, { ${fields}, cursor }, options)`;
  const notes = (views: string) => (mentions: Mentions) => [
    [`${views} all pages of the list.`, ...ownErrors("Later pages", next, route, mentions)].join(" "),
  ];
  if (list === undefined) {
    return {
      ...form("callPaged", "PagedCall"),
      values: [code`{ ${continuation} }`],
      notes: notes("`.pages()` iterates over"),
    };
  }
  const changes = findChanges(route, namespace, context);
  const pages = notes("`.items()` and `.pages()` iterate over");
  return {
    ...(changes === undefined ? form("callList", "ListCall") : form("callChangingList", "ChangingListCall")),
    typeArguments: [typeNode(list.of, "read", context, qualifierIn(module, namespace, context))],
    values: [
      code`{
        ${continuation},
        items: (page) => page.${list.name},
        ${changesMembers(changes, namespace, module, context)},
      }`,
    ],
    notes: (mentions) => [
      ...pages(mentions),
      ...(changes === undefined
        ? []
        : [
            `\`.changes()\` waits for changes with ${mentions.route(namespace.name, changes.poll.name, changes.poll.version)}.`,
          ]),
    ],
  };
}

/** Returns the members that define how changes of a list are requested. */
function changesMembers(
  changes: Changes | undefined,
  namespace: Namespace,
  module: Module,
  context: Context,
): ObjectMember[] {
  if (changes === undefined) {
    return [];
  }
  const { poll, pollSeconds, latest } = changes;
  const send = module.value(clientRuntime, "call");
  const value = (route: Route): Expression => importRoute({ namespace, route }, namespace, module, context);
  return [
    objectMember`poll: (cursor, options) => ${send}(core, ${value(poll)}, { cursor }, options)`,
    ...(pollSeconds === undefined ? [] : [objectMember`pollSeconds: ${literal(pollSeconds)}`]),
    ...(latest === undefined ? [] : [objectMember`latest: (options) => ${send}(core, ${value(latest)}, arg, options)`]),
  ];
}

function launchForm(poll: RouteIn, route: Route, namespace: Namespace, module: Module, context: Context): CallForm {
  const { name, version } = poll.route;
  return {
    ...form("callLaunch", "LaunchCall"),
    typeArguments: [typeNode(poll.route.result, "read", context, qualifierIn(module, namespace, context))],
    values: [importRoute(poll, namespace, module, context)],
    notes: (mentions) => [
      [
        `\`.waitFor()\` polls ${mentions.route(poll.namespace.name, name, version)}.`,
        ...ownErrors("A poll", poll.route, route, mentions),
      ].join(" "),
    ],
  };
}

/** Returns the note on the errors of a follow-up route, if they differ from those of the first route. */
function ownErrors(who: string, { error }: Route, first: Route, mentions: Mentions): string[] {
  const isSame = (other: Type): boolean =>
    other.kind === "ref" && error.kind === "ref" && other.namespace === error.namespace && other.name === error.name;
  return error.kind !== "ref" || isSame(first.error)
    ? []
    : [`${who} can fail with a \`RouteError\` of ${mentions.type(error)}.`];
}

/** Imports a route for the client of the namespace `from`: its own one, or one of another namespace. */
export function importRoute(
  { namespace, route }: RouteIn,
  from: Pick<Namespace, "name">,
  module: Module,
  context: Context,
): Expression {
  const { naming } = context;
  const file = calledRoutesFile(namespace, context);
  const routes =
    namespace.name === from.name
      ? module.importValues(`./${file}`, "routes")
      : module.importValues(`../${naming.folder(namespace.name)}/${file}`, `${naming.namespace(namespace.name)}Routes`);
  return code`${routes}.${naming.route(namespace.name, route)}`;
}
