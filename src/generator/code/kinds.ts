import type { StructureKind, VariableDeclarationKind } from "ts-morph";

/* The kinds of ts-morph structures as numbers, because loading ts-morph takes longer than running all emitters. The * compiler checks them: a number is only assignable to the enum member with that value.
 */
export const functionKind: StructureKind.Function = 13;
export const importKind: StructureKind.ImportDeclaration = 16;
export const interfaceKind: StructureKind.Interface = 19;
export const aliasKind: StructureKind.TypeAlias = 38;
export const variableKind: StructureKind.VariableStatement = 41;

const word: `${VariableDeclarationKind.Const}` = "const";
/** The compiler checks the value of a string enum only by a template type, as in the line above. */
export const constant = word as VariableDeclarationKind.Const;
