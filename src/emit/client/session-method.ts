import type { Namespace, Route } from "../../ir/api.js";
import { clientRuntime } from "./call-form.js";
import { emptyArgument } from "./client-method.js";
import type { Mentions } from "../comments.js";
import type { Context } from "../../facts/context.js";
import { structFields } from "../../facts/members.js";
import type { Module } from "../../code/module.js";
import type { MethodType } from "../../code/tree/declaration.js";
import {
  arrow,
  call,
  conditional,
  literal,
  member,
  method,
  identifier,
  object,
  property,
  returned,
  spread,
  type Expression,
  type ObjectMember,
} from "../../code/tree/expression.js";
import { reference, textType } from "../../code/tree/type.js";
import { typeNode } from "../../facts/type-node.js";
import { qualifierIn } from "../types/qualifier.js";
import { Heights } from "../../values/heights.js";
import { synthesize } from "../../values/synthesize.js";
import { uploadSessions, type UploadSession } from "../../facts/upload-sessions.js";

/** The method of a client that uploads content in the pieces of a session. */
export interface SessionMethod {
  readonly signature: MethodType;
  /** The member of the object literal. */
  readonly implementation: ObjectMember;
  /** The paragraphs of its documentation. */
  readonly doc: (mentions: Mentions) => readonly string[];
}

/** The methods for the upload sessions of a namespace. */
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
  const arg = reference("Omit", typeNode(finish.arg, "write", context, qualify), textType(finishCursor));
  const parameters = [...(hasArg ? ["arg"] : []), "content", "options"].map((each) => ({ name: each }));
  return {
    signature: {
      name: methodName,
      parameters: [
        ...(hasArg ? [{ name: "arg", type: arg }] : []),
        { name: "content", type: reference(module.type(clientRuntime, "UploadContent")) },
        { name: "options", isOptional: true, type: reference(module.type(clientRuntime, "UploadSessionOptions")) },
      ],
      result: reference("Promise", typeNode(finish.result, "read", context, qualify)),
    },
    implementation: method(methodName, parameters, [
      returned(
        call(
          module.value(clientRuntime, "uploadInPieces"),
          steps(session, namespace, module, context, hasArg),
          identifier("content"),
          identifier("options"),
        ),
      ),
    ]),
    doc: (mentions) => documentation(session, namespace, mentions),
  };
}

/** The requests of a session. */
function steps(
  session: UploadSession,
  namespace: Namespace,
  module: Module,
  context: Context,
  hasArg: boolean,
): Expression {
  const { naming, lookup, options } = context;
  const { start, append, finish, id, concurrency } = session;
  const upload = module.value(clientRuntime, "upload");
  const routes = module.importValues("./routes.js", "routes");
  const send = (route: Route, arg: Expression, content: Expression): Expression =>
    call(
      upload,
      identifier("core"),
      member(routes, naming.route(namespace.name, route)),
      arg,
      content,
      identifier("options"),
    );
  const isBigint = session.is64Bits && options.int64 === "bigint";
  const cursorOf = (sessionId: Expression, offset: Expression): Expression =>
    object([property(id, sessionId), property(session.offset, isBigint ? call("BigInt", offset) : offset)]);
  const cursor = cursorOf(identifier("sessionId"), identifier("offset"));
  const startArg =
    concurrency === undefined
      ? emptyArgument(start, context)
      : object([
          property(
            concurrency.typeField,
            conditional(identifier("isConcurrent"), literal(concurrency.tag), literal(undefined)),
          ),
        ]);
  const close = concurrency === undefined ? [] : [concurrency.closeField];
  const appendArg =
    session.appendCursor === undefined
      ? cursor
      : object([property(session.appendCursor, cursor), ...close.map((field) => property(field, identifier("close")))]);
  const finishArg = (cursor: Expression): Expression =>
    object([...(hasArg ? [spread(identifier("arg"))] : []), property(session.finishCursor, cursor)]);
  const madeUpId = hasArg ? synthesize(session.idType, lookup, new Heights(lookup)) : undefined;
  const checkFinish =
    typeof madeUpId === "string"
      ? [
          property(
            "checkFinish",
            arrow(
              ["options"],
              call(
                module.value(clientRuntime, "checkUpload"),
                identifier("core"),
                member(routes, naming.route(namespace.name, finish)),
                finishArg(cursorOf(literal(madeUpId), literal(0))),
                identifier("options"),
              ),
            ),
          ),
        ]
      : [];
  const startParameters = ["options", ...(concurrency === undefined ? [] : ["isConcurrent"])];
  const appendParameters = ["sessionId", "offset", "piece", "options", ...close.map(() => "close")];
  const nothing = literal("");
  return object([
    property("allowsConcurrency", literal(concurrency !== undefined)),
    property("correctOffset", literal(session.correctOffset)),
    property("start", arrow(startParameters, send(start, startArg, nothing))),
    property("sessionId", arrow(["started"], member("started", id))),
    property("append", arrow(appendParameters, send(append, appendArg, identifier("piece")))),
    ...checkFinish,
    property("finish", arrow(["sessionId", "offset", "options"], send(finish, finishArg(cursor), nothing))),
  ]);
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
