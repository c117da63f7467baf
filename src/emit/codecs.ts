import type { VariableStatementStructure } from "ts-morph";
import type { Name, Namespace, Route, Type } from "../ir/api.js";
import { checkName } from "./checks.js";
import { nameIn, sourceOf, type Context } from "./context.js";
import { constant, variableKind } from "./kinds.js";
import { Module, type EmittedModule } from "./module.js";
import { qualifierIn, typeText, type View } from "./type-text.js";

/** The module with the public functions of a namespace that read, write and redact values of its types. */
export function emitCodecs(namespace: Namespace, context: Context): EmittedModule {
  const { naming } = context;
  const module = new Module(`src/${naming.folder(namespace.name)}/codecs.ts`, sourceOf(namespace), []);
  const names = [...namespace.aliases, ...namespace.types].map(({ name }) => nameIn(namespace, name));
  for (const name of names) {
    const stem = naming.type(name);
    addCodec(stem, checkName(name, context), { kind: "ref", ...name }, module, namespace, context);
  }
  for (const route of namespace.routes) {
    for (const part of ["arg", "result", "error"] as const) {
      const type = route[part];
      if (type.kind !== "ref" && type.kind !== "void") {
        const stem = naming.routePart(namespace.name, route, part);
        addCodec(stem, `check${stem}`, type, module, namespace, context);
      }
    }
  }
  return module.finish();
}

/** Where the codecs of a type are: the module, and the end of their names. Void has codecs in the runtime. */
export function codecOf(
  type: Type,
  route: Route,
  part: "arg" | "result" | "error",
  namespace: Namespace,
  { naming }: Context,
): { readonly path: string; readonly stem: string } {
  if (type.kind === "void") {
    return { path: "../runtime/codecs/nothing.js", stem: "Nothing" };
  }
  const name: Name | undefined = type.kind === "ref" ? type : undefined;
  const path =
    name === undefined || name.namespace === namespace.name
      ? "./codecs.js"
      : `../${naming.folder(name.namespace)}/codecs.js`;
  return { path, stem: name === undefined ? naming.routePart(namespace.name, route, part) : naming.type(name) };
}

function addCodec(
  stem: string,
  check: string,
  type: Type,
  module: Module,
  namespace: Namespace,
  context: Context,
): void {
  const qualify = qualifierIn(module, namespace, context);
  const text = (view: View): string => typeText(type, view, context, qualify);
  const checked = module.value("./checks.js", check);
  // Constants, as one declared function costs compilers and bundles twice as much; their types have the documentation.
  const codec = (kind: "Decode" | "Encode" | "Redact", maker: string, of: string): VariableStatementStructure => ({
    kind: variableKind,
    isExported: true,
    declarationKind: constant,
    declarations: [
      {
        name: `${kind.toLowerCase()}${stem}`,
        type: `${module.type("../runtime/codecs/check.js", kind)}<${of}>`,
        initializer: `/*#__PURE__*/ ${module.value("../runtime/codecs/check.js", maker)}(${checked})`,
      },
    ],
  });
  module.add(
    codec("Decode", "decoder", text("read")),
    codec("Encode", "encoder", text("write")),
    codec("Redact", "redacter", text("write")),
  );
}
