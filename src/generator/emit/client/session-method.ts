import type { Namespace, Route } from "../../../ir/api.js";
import { clientRuntime, importRoute } from "./call-form.js";
import { emptyArgument } from "./client-method.js";
import type { Mentions } from "../comments.js";
import type { Context } from "../../facts/context.js";
import { structFields } from "../../facts/members.js";
import type { Module } from "../../code/module.js";
import type { MethodType } from "../../code/tree/declaration.js";
import { code, objectMember, typeCode } from "../../code/template/template.js";
import { literal, type Expression, type ObjectMember } from "../../code/tree/expression.js";
import { reference, textType } from "../../code/tree/type.js";
import { typeNode } from "../../facts/type-node.js";
import { qualifierIn } from "../namespace-module.js";
import { Heights } from "../../../values/heights.js";
import { synthesize } from "../../../values/synthesize.js";
import { uploadSessions, type UploadSession } from "../../facts/upload-sessions.js";

/** The method of a client that uploads content in chunks. */
export interface SessionMethod {
  readonly signature: MethodType;
  /** The member of the object literal. */
  readonly implementation: ObjectMember;
  readonly session: UploadSession;
  /** Returns the paragraphs of the method's documentation. */
  readonly doc: (mentions: Mentions) => readonly string[];
}

/** Returns the methods for the upload sessions of a namespace. */
export function sessionMethods(namespace: Namespace, module: Module, context: Context): SessionMethod[] {
  return uploadSessions(namespace, context).map((session) => {
    return sessionMethod(session, context.naming.session(session.name), namespace, module, context);
  });
}

function sessionMethod(
  session: UploadSession,
  methodName: string,
  namespace: Namespace,
  module: Module,
  context: Context,
): SessionMethod {
  const { finish, finishCursor } = session;
  const qualify = qualifierIn(module, namespace, context);
  const hasArg = structFields(finish.arg, context.lookup).length > 1;
  const type = (name: string): string => module.type(clientRuntime, name);
  const finishArg = typeNode(finish.arg, "write", context, qualify);
  const parameters = [...(hasArg ? ["arg"] : []), "content", "options"];
  const uploadInPieces = module.value(clientRuntime, "uploadInPieces");
  return {
    signature: {
      name: methodName,
      parameters: [
        ...(hasArg ? [{ name: "arg", type: typeCode`Omit<${finishArg}, ${textType(finishCursor)}>` }] : []),
        { name: "content", type: reference(type("UploadContent")) },
        { name: "options", isOptional: true, type: reference(type("UploadSessionOptions")) },
      ],
      result: reference("Promise", typeNode(finish.result, "read", context, qualify)),
    },
    implementation: objectMember`${methodName}(${parameters}) {
      return ${uploadInPieces}(${steps(session, namespace, module, context, hasArg)}, content, options);
    }`,
    session,
    doc: (mentions) => documentation(session, namespace, mentions),
  };
}

/** Returns the object that tells the runtime how to send the requests of a session. */
function steps(
  session: UploadSession,
  namespace: Namespace,
  module: Module,
  context: Context,
  hasArg: boolean,
): Expression {
  const { lookup, options } = context;
  const { start, append, finish, id, concurrency } = session;
  const upload = module.value(clientRuntime, "upload");
  const importOwn = (route: Route): Expression => importRoute({ namespace, route }, namespace, module, context);
  const isBigint = session.is64Bits && options.int64 === "bigint";
  const cursorOf = (sessionId: Expression, offset: Expression): Expression =>
    code`{ ${id}: ${sessionId}, ${session.offset}: ${isBigint ? code`BigInt(${offset})` : offset} }`;
  const cursor = cursorOf(code`sessionId`, code`offset`);
  const startArg =
    concurrency === undefined
      ? emptyArgument(start, context)
      : code`{ ${concurrency.typeField}: isConcurrent ? ${literal(concurrency.tag)} : undefined }`;
  const close = concurrency === undefined ? undefined : objectMember`${concurrency.closeField}: close`;
  const appendArg =
    session.appendCursor === undefined ? cursor : code`{ ${session.appendCursor}: ${cursor}, ${close} }`;
  const arg = hasArg ? objectMember`...arg` : undefined;
  const finishArg = (cursor: Expression): Expression => code`{ ${arg}, ${session.finishCursor}: ${cursor} }`;
  const madeUpId = hasArg ? synthesize(session.idType, lookup, new Heights(lookup)) : undefined;
  const checkUpload = (id: string): ObjectMember => {
    const check = module.value(clientRuntime, "checkUpload");
    const cursor = cursorOf(literal(id), literal(0));
    return objectMember`checkFinish: (options) => ${check}(core, ${importOwn(finish)}, ${finishArg(cursor)}, options)`;
  };
  return code`{
    core,
    allowsConcurrency: ${literal(concurrency !== undefined)},
    correctOffset: ${literal(session.correctOffset)},
    start: (options, ${concurrency && "isConcurrent"}) => ${upload}(core, ${importOwn(start)}, ${startArg}, "", options),
    sessionId: (started) => started.${id},
    append: (sessionId, offset, piece, options, ${concurrency && "close"}) =>
      ${upload}(core, ${importOwn(append)}, ${appendArg}, piece, options),
    ${typeof madeUpId === "string" ? checkUpload(madeUpId) : undefined},
    finish: (sessionId, offset, options) =>
      ${upload}(core, ${importOwn(finish)}, ${finishArg(cursor)}, "", options),
  }`;
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
