import { flatArrowHead, flatCallee, flatExpression } from "../flat/expression.js";
import type { Language } from "../flat/line.js";
import type { Call, Expression } from "../tree/expression.js";

/** Whether a value that does not fit on the line of its assignment always moves to the next line. */
export function goesBelow(value: Expression, isShort: boolean): boolean {
  switch (value.kind) {
    case "prefixed":
      return goesBelow(value.of, isShort);
    case "literal":
      return !isShort && typeof value.value === "string";
    case "member":
      return !isShort && isPath(value);
    case "call":
      return !isShort && isShortCall(value);
    case "conditional":
      return value.test.kind === "binary";
    case "binary":
      return true;
    default:
      return false;
  }
}

/** Returns the start of a value up to the first possible line break, and whether that is the whole value. */
export function unbreakableStart(value: Expression, language: Language): { text: string; isWhole: boolean } {
  switch (value.kind) {
    case "prefixed": {
      const { text, isWhole } = unbreakableStart(value.of, language);
      return { text: value.prefix + text, isWhole };
    }
    case "object":
      return value.members.length === 0 ? { text: "{}", isWhole: true } : { text: "{", isWhole: false };
    case "array":
      return value.items.length === 0 ? { text: "[]", isWhole: true } : { text: "[", isWhole: false };
    case "call":
      return value.args.length === 0
        ? whole(value, language)
        : { text: `${flatCallee(value, language)}(`, isWhole: false };
    case "conditional":
      return { text: flatExpression(value.test, language), isWhole: false };
    case "arrow":
      return { text: flatArrowHead(value, language), isWhole: false };
    case "as":
      return language === "typescript" ? whole(value, language) : unbreakableStart(value.of, language);
    default:
      return whole(value, language);
  }
}

function whole(value: Expression, language: Language): { text: string; isWhole: true } {
  return { text: flatExpression(value, language), isWhole: true };
}

/** Whether a value is a chain of names. */
function isPath(value: Expression): boolean {
  return value.kind === "identifier" || (value.kind === "member" && isPath(value.of));
}

/** Whether a value is a call of a chain of names with at most one short argument. Breaking such a call gains nothing. */
function isShortCall({ callee, typeArguments, args, isNew }: Call): boolean {
  const [type, ...otherTypes] = typeArguments;
  const isPlain = type === undefined || (type.kind === "reference" && type.args.length === 0);
  return (
    !isNew && isPath(callee) && isPlain && otherTypes.length === 0 && args.length < 2 && args.every(isShortArgument)
  );
}

function isShortArgument(argument: Expression): boolean {
  return (
    (argument.kind === "identifier" || argument.kind === "literal") &&
    flatExpression(argument, "javascript").length <= 30
  );
}
