import { StructureKind, VariableDeclarationKind } from "ts-morph";
import { expect, test } from "vitest";
import * as kinds from "../../../src/generator/code/kinds.js";

test("the kinds of structures are those of ts-morph", () => {
  expect({ ...kinds }).toEqual({
    aliasKind: StructureKind.TypeAlias,
    constant: VariableDeclarationKind.Const,
    functionKind: StructureKind.Function,
    importKind: StructureKind.ImportDeclaration,
    interfaceKind: StructureKind.Interface,
    variableKind: StructureKind.VariableStatement,
  });
});
