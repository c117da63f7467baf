import { identifier, literal } from "../../code/tree/expression.js";

/*
 * The variables of check functions.
 */
export const value = identifier("value");
export const mode = identifier("mode");
export const tagName = identifier("tag");
export const fieldsObject = identifier("fields");

export const undefinedValue = literal(undefined);
