import type { Name, Namespace, Type, Field } from "../../../ir/api.js";
import type { Module } from "../../code/module.js";
import type { FunctionDeclaration } from "../../code/tree/declaration.js";
import { identifier, member, literal, type Body, type Expression } from "../../code/tree/expression.js";
import { reference, unknownType, type TypeNode } from "../../code/tree/type.js";
import { nameIn, definitionNames, type Context } from "../../facts/context.js";
import type { SharedFunction } from "../../facts/naming.js";
import { typeNode } from "../../facts/type-node.js";
import { qualifierIn } from "../namespace-module.js";
import { takesMode } from "./check-mode.js";

/**
 * The module that contains the checks of a namespace. Resolves the names that checks refer to, and adds their imports.
 */
export class ChecksModule {
  readonly code: Module;
  readonly namespace: Namespace;
  /** The types and aliases that have no check of their own, each with the definition whose check they share. */
  readonly equalChecks: ReadonlyMap<string, string>;
  readonly #context: Context;

  constructor(namespace: Namespace, code: Module, context: Context) {
    this.code = code;
    this.namespace = namespace;
    this.equalChecks = equalChecks(namespace, context);
    this.#context = context;
  }

  /** Returns the function that checks a type, in this module or another. */
  checkFunction(type: Name): Expression {
    const check = checkName(type, this.#context);
    if (type.namespace !== this.namespace.name) {
      return member(importChecks(type.namespace, this.code, this.#context), check);
    }
    const first = this.equalChecks.get(type.name);
    return identifier(first === undefined ? check : checkName(nameIn(this.namespace, first), this.#context));
  }

  /** Imports a function of the runtime. */
  runtime(name: SharedFunction): Expression {
    return identifier(this.code.value("../runtime/shared.js", name));
  }

  /** Imports a type of the runtime, and returns its name. */
  runtimeType(name: string): string {
    return this.code.type("../runtime/shared.js", name);
  }

  /** Returns a type of the namespace, by its name in the generated code. */
  ownType(typeName: string): TypeNode {
    return reference(qualifierIn(this.code, this.namespace, this.#context)(this.namespace.name, typeName));
  }

  /** Returns the type of the values that the check of a type returns. */
  type(type: Type): TypeNode {
    return typeNode(type, "read", this.#context, qualifierIn(this.code, this.namespace, this.#context));
  }

  /** Returns the declaration of a check function. It has a parameter for the mode if `takesMode` is true for the type. */
  function(check: string, type: Type, result: TypeNode, body: Body, isExported = true): FunctionDeclaration {
    const modeType = takesMode(type, this.#context)
      ? [{ name: "mode", type: reference(this.runtimeType("Mode")) }]
      : [];
    return {
      kind: "function",
      isExported,
      name: check,
      parameters: [{ name: "value", type: unknownType }, ...modeType],
      result,
      body,
    };
  }
}

/** Imports the checks of a namespace into a module in the folder of another one. Returns the name of the import. */
export function importChecks(namespace: string, module: Module, { naming }: Context): string {
  return module.importValues(`../${naming.folder(namespace)}/checks.js`, `${naming.namespace(namespace)}Checks`);
}

/** Returns the name of the check function of a type, in the module of its namespace. */
export function checkName(name: Name, context: Context): string {
  return `check${context.naming.type(name)}`;
}

/**
 * Returns the types and aliases of a namespace whose checks would be duplicates, each with the first definition that has the
 * same check. Large APIs have hundreds of types that differ only in their names.
 */
export function equalChecks(namespace: Namespace, context: Context): ReadonlyMap<string, string> {
  const firsts = new Map<string, string>();
  const copies = new Map<string, string>();
  for (const definition of definitionNames(namespace)) {
    const shape = checkShape(definition, context);
    const first = shape === undefined ? undefined : firsts.get(shape);
    if (first !== undefined) {
      copies.set(definition.name, first);
    } else if (shape !== undefined) {
      firsts.set(shape, definition.name);
    }
  }
  return copies;
}

/** Returns a string that contains everything that the check of a definition depends on; undefined for structs with subtypes. */
function checkShape(name: Name, { lookup }: Context): string | undefined {
  const definition = lookup.definition(name);
  switch (definition.kind) {
    case "alias":
      return shapeText("alias", definition.alias.type, definition.alias.redactor);
    case "struct":
    case "union":
      return definition.kind === "struct" && definition.subtypes !== undefined
        ? undefined
        : shapeText(definition.kind, ...lookup.allFields(name).map(({ field }) => fieldShape(field)));
  }
}

function shapeText(...shape: readonly unknown[]): string {
  try {
    return JSON.stringify(shape);
  } catch {
    // The shape contains a bigint. Searching for bigints first would take several times as long.
    return JSON.stringify(shape, (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : value));
  }
}

/** Returns everything that the check of a field depends on. */
function fieldShape({ name, type, default: byDefault, omittedCaller, redactor, catchAll }: Field): unknown {
  // An object, because JSON converts undefined in lists to null, which is a different default.
  return { name, type, byDefault, omittedCaller, redactor, catchAll };
}

/*
 * The variables of check functions.
 */
export const value = identifier("value");
export const mode = identifier("mode");
export const tagName = identifier("tag");
export const fieldsObject = identifier("fields");

export const undefinedValue = literal(undefined);
