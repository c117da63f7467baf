import type { Declaration } from "./declaration.js";
import type { Parameter } from "./expression.js";
import type { TypeNode } from "./type.js";

/** Adds the names that the types of a declaration refer to in the `.d.ts` file: for `files.Metadata`, `files`. */
export function addNamesIn(declaration: Declaration, names: Set<string>): void {
  const add = (type: TypeNode | undefined): void => {
    if (type !== undefined) {
      addNames(type, names);
    }
  };
  const addSignature = (parameters: readonly Parameter[], result: TypeNode): void => {
    parameters.forEach(({ type }) => add(type));
    add(result);
  };
  switch (declaration.kind) {
    case "interface":
      declaration.typeParameters?.forEach(({ constraint, default: other }) => [constraint, other].forEach(add));
      declaration.parents?.forEach(add);
      declaration.properties?.forEach(({ type }) => add(type));
      declaration.methods?.forEach(({ parameters, result }) => addSignature(parameters, result));
      return;
    case "alias":
      add(declaration.type);
      return;
    case "function":
      if (declaration.isExported) {
        declaration.typeParameters?.forEach(({ constraint, default: other }) => [constraint, other].forEach(add));
        addSignature(declaration.parameters, declaration.result);
      }
      return;
    case "constant":
      if (declaration.isExported) {
        add(declaration.type);
      }
      return;
    default:
  }
}

function addNames(type: TypeNode, names: Set<string>): void {
  switch (type.kind) {
    case "reference": {
      const point = type.name.indexOf(".");
      names.add(point < 0 ? type.name : type.name.slice(0, point));
      for (const arg of type.args) {
        addNames(arg, names);
      }
      return;
    }
    case "union":
    case "intersection":
      type.of.forEach((each) => addNames(each, names));
      return;
    case "array":
      addNames(type.item, names);
      return;
    case "object":
      type.members.forEach((member) => addNames(member.type, names));
      return;
    case "mapped":
      addNames(type.keys, names);
      addNames(type.type, names);
      return;
    case "indexed":
      addNames(type.of, names);
      addNames(type.key, names);
      return;
    case "keyof":
      addNames(type.of, names);
      return;
    case "function":
      type.parameters.forEach((parameter) => addNames(parameter.type, names));
      addNames(type.result, names);
      return;
    default:
  }
}
