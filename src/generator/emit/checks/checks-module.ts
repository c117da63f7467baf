import type { SharedFunction } from "../../facts/naming.js";
import type { Name, Namespace, Type } from "../../../ir/api.js";
import type { Module } from "../../code/module.js";
import type { FunctionDeclaration } from "../../code/tree/declaration.js";
import { identifier, member, type Body, type Expression } from "../../code/tree/expression.js";
import { reference, unknownType, type TypeNode } from "../../code/tree/type.js";
import { nameIn, type Context } from "../../facts/context.js";
import { typeNode } from "../../facts/type-node.js";
import { qualifierIn } from "../types/qualifier.js";
import { takesMode } from "./check-mode.js";
import { equalChecks } from "./equal-checks.js";

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
  own(typeName: string): TypeNode {
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
