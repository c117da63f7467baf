import type { Namespace } from "../../../ir/api.js";
import type { DefinitionData, NamespaceData } from "../../facts/api-data.js";
import { sourceName } from "../source-name.js";
import type { Context } from "../../facts/context.js";
import { Module, type BuildOutput, type TypeScriptModule, type ModulePart } from "../../code/module.js";

/**
 * A module of a namespace that is emitted definition by definition. The names of its declarations and imports never clash,
 * whatever it contains, so that each definition can be emitted independently of the others.
 */
export interface DividedModule {
  /** Returns the path of the module in `src`, without extension. */
  readonly path: (namespace: Pick<Namespace, "name">, context: Context) => string;
  readonly output: BuildOutput;
  /** Whether the module of a namespace has any content. */
  readonly isWanted: (namespace: Namespace, context: Context) => boolean;
  /** Adds the declarations for an alias, a struct or a union. */
  readonly emitDefinition: (definition: DefinitionData, module: ModulePart, context: Context) => void;
  /** Adds the declarations that belong to no definition. They come after the others. */
  readonly emitRest?: (namespace: NamespaceData, module: ModulePart, context: Context) => void;
}

/** Returns the path of a namespace's module, relative to the package folder. */
export function modulePath(namespace: Pick<Namespace, "name">, { path }: DividedModule, context: Context): string {
  return `src/${path(namespace, context)}.ts`;
}

/** Emits the module of a namespace with the declarations for the wanted definitions; by default, for all. */
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
