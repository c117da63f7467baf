import { verdict } from "./verdict.js";

/**
 * The verdicts of rules about routes and names, which do not depend on other changes. A verdict that depends on further
 * facts is a function of them. The columns are request, response, caller and server.
 */
export const routeVerdicts = {
  "route-added": verdict(". . . B"),
  "route-removed": verdict("B . B B"),
  "route-renamed": (hasSameMethod: boolean) => verdict(hasSameMethod ? "B . . ." : "B . B B"),
  "method-taken": verdict(". . B B"),
  "route-deprecated": verdict(". . . ."),
  "route-undeprecated": verdict(". . . ."),
  "route-successor-changed": verdict(". . . ."),
  "arg-added": (mayBeAbsent: boolean) => verdict(mayBeAbsent ? ". . B B" : "B . B B"),
  "arg-removed": verdict("B . B B"),
  "result-added": verdict(". . . B"),
  "result-removed": (couldBeAbsent: boolean) => verdict(couldBeAbsent ? ". A B B" : ". B B B"),
  "error-added": verdict(". . . ."),
  "error-removed": (couldBeAbsent: boolean) => verdict(couldBeAbsent ? ". A B B" : ". B B B"),
  "style-changed": verdict("B B B B"),
  "host-changed": verdict("B . . ."),
  "auth-narrowed": verdict("B . . ."),
  "auth-widened": verdict(". . . ."),
  "permission-changed": (isRequired: boolean) => verdict(isRequired ? "B . . ." : ". . . ."),
  "attribute-changed": (isRequired: boolean) => verdict(isRequired ? "B . . ." : ". . . ."),

  "type-added": verdict(". . . ."),
  "alias-added": verdict(". . . ."),
  "namespace-added": verdict(". . . ."),
  "type-removed": verdict(". . B B"),
  "type-renamed": verdict(". . B B"),
  "type-moved": verdict(". . B B"),
  "alias-removed": verdict(". . B B"),
  "namespace-renamed": (hasRoutes: boolean) => verdict(hasRoutes ? "B . B B" : ". . B B"),
  "namespace-removed": (wasEmpty: boolean) => verdict(wasEmpty ? ". . . ." : ". . B B"),
};
