import type { VariableStatementStructure } from "ts-morph";
import type { Name, Namespace, Route, Type } from "../../ir/api.js";
import { nameIn, type Context } from "../../facts/context.js";
import { sourceName } from "../source-name.js";
import { constant, variableKind } from "../../code/kinds.js";
import { Module, type EmittedModule } from "../../code/module.js";
import { typeText, type View } from "../../facts/type-text.js";
import { qualifierIn } from "../types/qualifier.js";
import { unnamedParts } from "../../facts/unnamed-parts.js";

const kinds = ["Decode", "Encode", "Redact"] as const;

/** The module with the public functions that decode, encode and redact values of a namespace's types. */
export function emitCodecs(namespace: Namespace, context: Context): EmittedModule {
  const { naming } = context;
  const named = [...namespace.aliases, ...namespace.types].map(({ name }) => {
    const type = { kind: "ref", ...nameIn(namespace, name) } as const;
    return { stem: naming.type(type), type };
  });
  const unnamed = unnamedParts(namespace).map(({ route, part, type }) => ({
    stem: naming.routePart(namespace.name, route, part),
    type,
  }));
  const all = [...named, ...unnamed];
  const locals = all.flatMap(({ stem }) => kinds.map((kind) => codecName(kind, stem)));
  const module = new Module(`src/${naming.folder(namespace.name)}/codecs.ts`, sourceName(namespace), locals);
  for (const { stem, type } of all) {
    addCodecs(stem, type, module, namespace, context);
  }
  return module.finish();
}

/** The module of a type's codecs, and the stem of their names. The codecs of Void are in the runtime. */
export function locateCodec(
  type: Type,
  route: Route,
  part: "arg" | "result" | "error",
  namespace: Namespace,
  { naming }: Context,
): { readonly path: string; readonly stem: string } {
  if (type.kind === "void") {
    return { path: "../runtime/codecs.js", stem: "Nothing" };
  }
  const name: Name | undefined = type.kind === "ref" ? type : undefined;
  const path =
    name === undefined || name.namespace === namespace.name
      ? "./codecs.js"
      : `../${naming.folder(name.namespace)}/codecs.js`;
  return { path, stem: name === undefined ? naming.routePart(namespace.name, route, part) : naming.type(name) };
}

function codecName(kind: (typeof kinds)[number], stem: string): string {
  return `${kind.toLowerCase()}${stem}`;
}

function addCodecs(stem: string, type: Type, module: Module, namespace: Namespace, context: Context): void {
  const qualify = qualifierIn(module, namespace, context);
  const text = (view: View): string => typeText(type, view, context, qualify);
  const checked = module.value("./checks.js", `check${stem}`);
  // Constants: functions cost compilers and bundles twice as much. Their types have the documentation.
  const codec = (kind: (typeof kinds)[number], maker: string, of: string): VariableStatementStructure => ({
    kind: variableKind,
    isExported: true,
    declarationKind: constant,
    declarations: [
      {
        name: codecName(kind, stem),
        type: `${module.type("../runtime/codecs.js", kind)}<${of}>`,
        initializer: `/*#__PURE__*/ ${module.value("../runtime/codecs.js", maker)}(${checked})`,
      },
    ],
  });
  module.add(
    codec("Decode", "decoder", context.views.differs(type) ? `${text("read")}, ${text("write")}` : text("read")),
    codec("Encode", "encoder", text("write")),
    codec("Redact", "redacter", text("write")),
  );
}
