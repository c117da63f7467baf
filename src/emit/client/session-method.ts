import type { MethodSignatureStructure } from "ts-morph";
import type { Namespace, Route } from "../../ir/api.js";
import { clientRuntime } from "./call-form.js";
import type { Mentions } from "../comments.js";
import type { Context } from "../../facts/context.js";
import { methodKind } from "../../code/kinds.js";
import { braced } from "../../code/literal.js";
import { stringCode } from "../../code/string.js";
import { structFields } from "../../facts/members.js";
import type { Module } from "../../code/module.js";
import { camelCase } from "../../facts/naming.js";
import { memberKey, memberAccess } from "../../code/keys.js";
import { typeText } from "../../facts/type-text.js";
import { qualifierIn } from "../types/qualifier.js";
import { uploadSessions, type UploadSession } from "../../facts/upload-sessions.js";

/** The method of a client that uploads content in the pieces of a session. */
export interface SessionMethod {
  readonly signature: MethodSignatureStructure;
  /** The member of the object literal. */
  readonly code: string;
  /** The paragraphs of its documentation. */
  readonly doc: (mentions: Mentions) => readonly string[];
}

/** The methods for the upload sessions of a namespace. */
export function sessionMethods(namespace: Namespace, module: Module, context: Context): SessionMethod[] {
  return uploadSessions(namespace, context).map((session) => {
    return sessionMethod(session, sessionMethodName(session, namespace, context), namespace, module, context);
  });
}

/** The name of the method for an upload session: no route of the namespace has it. */
export function sessionMethodName(session: UploadSession, namespace: Namespace, { naming }: Context): string {
  const name = camelCase(session.name || "upload");
  const isTaken = namespace.routes.some((route) => naming.method(namespace.name, route) === name);
  return isTaken ? `${name}InPieces` : name;
}

function sessionMethod(
  session: UploadSession,
  name: string,
  namespace: Namespace,
  module: Module,
  context: Context,
): SessionMethod {
  const { finish, finishCursor } = session;
  const qualify = qualifierIn(module, namespace, context);
  const hasArg = structFields(finish.arg, context.lookup).length > 1;
  const arg = `Omit<${typeText(finish.arg, "write", context, qualify)}, ${stringCode(finishCursor)}>`;
  const parameters = [...(hasArg ? ["arg"] : []), "content", "options"];
  return {
    signature: {
      kind: methodKind,
      name,
      parameters: [
        ...(hasArg ? [{ name: "arg", type: arg }] : []),
        { name: "content", type: module.type(clientRuntime, "UploadContent") },
        { name: "options", hasQuestionToken: true, type: module.type(clientRuntime, "UploadSessionOptions") },
      ],
      returnType: `Promise<${typeText(finish.result, "read", context, qualify)}>`,
    },
    code: `${name}(${parameters.join(", ")}) {\nreturn ${module.value(clientRuntime, "uploadInPieces")}(${steps(session, namespace, module, context, hasArg)}, content, options);\n}`,
    doc: (mentions) => documentation(session, namespace, mentions),
  };
}

/** The requests of a session, as code. */
function steps(
  session: UploadSession,
  namespace: Namespace,
  module: Module,
  { naming, options }: Context,
  hasArg: boolean,
): string {
  const { start, append, finish, id, concurrency } = session;
  const upload = module.value(clientRuntime, "upload");
  const routes = module.importValues("./routes.js", "routes");
  const send = (route: Route, arg: string, content: string): string =>
    `${upload}(core, ${routes}.${naming.route(namespace.name, route)}, ${arg}, ${content}, options)`;
  const isBigint = session.is64Bits && options.int64 === "bigint";
  const cursor = braced([
    `${memberKey(id)}: sessionId`,
    isBigint ? `${memberKey(session.offset)}: BigInt(offset)` : memberFrom(session.offset, "offset"),
  ]);
  const startArg =
    concurrency === undefined
      ? "{}"
      : braced([`${memberKey(concurrency.typeField)}: isConcurrent ? ${stringCode(concurrency.tag)} : undefined`]);
  const close = concurrency === undefined ? [] : [concurrency.closeField];
  const appendArg =
    session.appendCursor === undefined
      ? cursor
      : braced([`${memberKey(session.appendCursor)}: ${cursor}`, ...close.map((name) => memberFrom(name, "close"))]);
  const finishArg = braced([...(hasArg ? ["...arg"] : []), `${memberKey(session.finishCursor)}: ${cursor}`]);
  const startParameters = ["options", ...(concurrency === undefined ? [] : ["isConcurrent"])];
  const appendParameters = ["sessionId", "offset", "piece", "options", ...close.map(() => "close")];
  return braced([
    `allowsConcurrency: ${String(concurrency !== undefined)}`,
    `correctOffset: ${session.correctOffset === undefined ? "undefined" : stringCode(session.correctOffset)}`,
    `start: (${startParameters.join(", ")}) => ${send(start, startArg, '""')}`,
    `sessionId: (started) => ${memberAccess("started", id)}`,
    `append: (${appendParameters.join(", ")}) => ${send(append, appendArg, "piece")}`,
    `finish: (sessionId, offset, options) => ${send(finish, finishArg, '""')}`,
  ]);
}

/** A member of an object literal with the value of a variable. */
function memberFrom(name: string, variable: string): string {
  return name === variable ? name : `${memberKey(name)}: ${variable}`;
}

function documentation(
  { start, append, finish, concurrency }: UploadSession,
  { name }: Namespace,
  mentions: Mentions,
): string[] {
  const mention = (route: Route): string => mentions.route(name, route.name, route.version);
  const order = concurrency === undefined ? "one after the other" : "several at the same time";
  return [
    `Uploads content of any size in pieces, ${order}, with ${mention(start)}, ${mention(append)} and ${mention(finish)}. Failed pieces are retried, and an interrupted upload resumes from the last state that \`onState\` was called with, passed as \`state\`.`,
    ...(finish.error.kind === "ref"
      ? [`Rejects with a \`RouteError\` of one of these routes, such as ${mentions.type(finish.error)}.`]
      : []),
  ];
}
