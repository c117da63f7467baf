import type { Namespace } from "../../ir/api.js";
import type { DefinitionData, NamespaceData } from "../../facts/api-data.js";
import { sourceName } from "../source-name.js";
import type { Context } from "../../facts/context.js";
import { Module, type BuildOutput, type TypeScriptModule, type ModulePart } from "../../code/module.js";

/**
 * A module that each namespace has, and that is emitted definition by definition. What it declares and imports has names that
 * differ whatever stands in it, so that a definition can be emitted without knowing the others.
 */
export interface DividedModule {
  /** Its file, without extension. */
  readonly file: string;
  readonly output: BuildOutput;
  /** Whether something stands in it. */
  readonly isWanted: (namespace: Namespace, context: Context) => boolean;
  /** Adds what belongs to an alias, a struct or a union. */
  readonly emitDefinition: (definition: DefinitionData, module: ModulePart, context: Context) => void;
  /** Adds what belongs to no definition. It stands at the end. */
  readonly emitRest?: (namespace: NamespaceData, module: ModulePart, context: Context) => void;
}

/** The path of a module of a namespace, in the folder of the package. */
export function modulePath({ name }: Pick<Namespace, "name">, { file }: DividedModule, { naming }: Context): string {
  return `src/${naming.folder(name)}/${file}.ts`;
}

/** The whole of such a module, or as much of it as belongs to the wanted definitions. */
export function emitDivided(
  divided: DividedModule,
  { name }: Namespace,
  context: Context,
  isWanted: (definition: DefinitionData) => boolean = () => true,
): TypeScriptModule {
  const namespace = context.data.namespace(name);
  const module = new Module(modulePath(namespace, divided, context), sourceName(namespace));
  namespace.definitions.filter(isWanted).forEach((definition) => divided.emitDefinition(definition, module, context));
  divided.emitRest?.(namespace, module, context);
  return module.finish(divided.output);
}
