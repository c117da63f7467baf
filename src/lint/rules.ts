import type { Rule } from "./rule.js";
import { booleanTrap } from "./rules/boolean-trap.js";
import { boundedList } from "./rules/bounded-list.js";
import { boundedString } from "./rules/bounded-string.js";
import { closedUnionInResult } from "./rules/closed-union-in-result.js";
import { deprecatedRequired } from "./rules/deprecated-required.js";
import { deprecatedSuccessor } from "./rules/deprecated-successor.js";
import { deprecatedWithoutSuccessor } from "./rules/deprecated-without-successor.js";
import { docEnd } from "./rules/doc-end.js";
import { docField } from "./rules/doc-field.js";
import { docMarkup } from "./rules/doc-markup.js";
import { docNamespace } from "./rules/doc-namespace.js";
import { docPlainType } from "./rules/doc-plain-type.js";
import { docReference } from "./rules/doc-reference.js";
import { docRepeatsName } from "./rules/doc-repeats-name.js";
import { docRoute } from "./rules/doc-route.js";
import { docTodo } from "./rules/doc-todo.js";
import { docType } from "./rules/doc-type.js";
import { duplicateType } from "./rules/duplicate-type.js";
import { emptyArguments } from "./rules/empty-arguments.js";
import { enumAsString } from "./rules/enum-as-string.js";
import { exampleIncomplete } from "./rules/example-incomplete.js";
import { examplePlaceholder } from "./rules/example-placeholder.js";
import { exampleSecret } from "./rules/example-secret.js";
import { fieldName } from "./rules/field-name.js";
import { fieldTypeConflict } from "./rules/field-type-conflict.js";
import { fileName } from "./rules/file-name.js";
import { idType } from "./rules/id-type.js";
import { importElsewhere } from "./rules/import-elsewhere.js";
import { importOrder } from "./rules/import-order.js";
import { missingExample } from "./rules/missing-example.js";
import { moneyType } from "./rules/money-type.js";
import { nameClashSoon } from "./rules/name-clash-soon.js";
import { namespaceName } from "./rules/namespace-name.js";
import { nullableAlias } from "./rules/nullable-alias.js";
import { nullableBoolean } from "./rules/nullable-boolean.js";
import { nullableList } from "./rules/nullable-list.js";
import { oldVersion } from "./rules/old-version.js";
import { paginationContinue } from "./rules/pagination-continue.js";
import { paginationMissing } from "./rules/pagination-missing.js";
import { paginationPair } from "./rules/pagination-pair.js";
import { patternAnchor } from "./rules/pattern-anchor.js";
import { patternDot } from "./rules/pattern-dot.js";
import { patternHalfAnchored } from "./rules/pattern-half-anchored.js";
import { patternHazard } from "./rules/pattern-hazard.js";
import { redundantAttribute } from "./rules/redundant-attribute.js";
import { requiredAttribute } from "./rules/required-attribute.js";
import { routeArgument } from "./rules/route-argument.js";
import { routeError } from "./rules/route-error.js";
import { routeName } from "./rules/route-name.js";
import { routeResult } from "./rules/route-result.js";
import { routeTypeName } from "./rules/route-type-name.js";
import { routeVersionInName } from "./rules/route-version-in-name.js";
import { safeInteger } from "./rules/safe-integer.js";
import { similarField } from "./rules/similar-field.js";
import { singleTagUnion } from "./rules/single-tag-union.js";
import { timestampType } from "./rules/timestamp-type.js";
import { typeName } from "./rules/type-name.js";
import { uninhabitedType } from "./rules/uninhabited-type.js";
import { unredactedPersonalData } from "./rules/unredacted-personal-data.js";
import { unusedAlias } from "./rules/unused-alias.js";
import { unusedAnnotation } from "./rules/unused-annotation.js";
import { unusedImport } from "./rules/unused-import.js";
import { unusedType } from "./rules/unused-type.js";
import { valueHalfMatched } from "./rules/value-half-matched.js";

/** All rules, in the order of the documentation. */
export const rules: readonly Rule[] = [
  namespaceName,
  typeName,
  fieldName,
  routeName,
  routeVersionInName,
  similarField,
  nameClashSoon,
  routeTypeName,
  fileName,
  docRoute,
  docNamespace,
  docType,
  docField,
  docRepeatsName,
  docEnd,
  docTodo,
  docMarkup,
  docReference,
  docPlainType,
  unusedImport,
  importElsewhere,
  importOrder,
  unusedType,
  unusedAlias,
  unusedAnnotation,
  duplicateType,
  redundantAttribute,
  emptyArguments,
  timestampType,
  moneyType,
  idType,
  enumAsString,
  fieldTypeConflict,
  nullableAlias,
  nullableBoolean,
  nullableList,
  booleanTrap,
  closedUnionInResult,
  singleTagUnion,
  uninhabitedType,
  deprecatedRequired,
  boundedList,
  boundedString,
  safeInteger,
  patternAnchor,
  patternHalfAnchored,
  patternDot,
  patternHazard,
  valueHalfMatched,
  routeResult,
  routeArgument,
  routeError,
  deprecatedSuccessor,
  deprecatedWithoutSuccessor,
  oldVersion,
  paginationPair,
  paginationContinue,
  paginationMissing,
  requiredAttribute,
  missingExample,
  exampleIncomplete,
  examplePlaceholder,
  exampleSecret,
  unredactedPersonalData,
];
