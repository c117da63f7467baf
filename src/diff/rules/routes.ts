import type { RuleText } from "./rule-text.js";

const newVersion = "Add a version of the route.";

export const routeRules = {
  "route-added": { what: "is a new route" },
  "route-removed": {
    what: "is gone",
    request: "old clients that call it get an error",
    fix: "Mark it as deprecated, and remove it when no client calls it any more.",
    fixOfDeprecated: "Keep it until no client calls it any more.",
    inPrograms: "Call another route.",
  },
  "route-renamed": {
    what: "has another name",
    request: "old clients that call it get an error",
    fix: "Keep the old name, `deprecated by` the new one, until no client calls it any more.",
    inPrograms: "Use the new name.",
  },
  "method-taken": {
    what: "takes the method that another route has in generated packages",
    source: "old code compiles, and calls this route instead",
    fix: "Give it another name, in the specification or in `names` of the configuration.",
  },
  "route-deprecated": { what: "is deprecated now" },
  "route-undeprecated": { what: "is not deprecated any more" },
  "route-successor-changed": { what: "has another successor" },
  "arg-added": {
    what: "is new",
    request: "new servers require an argument, which old clients do not send",
    fix: newVersion,
    inPrograms: "Pass an argument.",
  },
  "arg-removed": {
    what: "is gone",
    request: "new servers refuse any argument",
    fix: newVersion,
    inPrograms: "Pass no argument.",
  },
  "result-added": { what: "is new" },
  "result-removed": {
    what: "is gone",
    response: "old clients do not get the result",
    fix: newVersion,
    inPrograms: "Do without a result.",
  },
  "error-added": { what: "is new" },
  "error-removed": {
    what: "is gone",
    response: "old clients do not get the error",
    fix: newVersion,
    inPrograms: "Remove the code that handles it.",
  },
  "style-changed": {
    what: "has another value",
    request: "new servers look for the argument elsewhere",
    response: "old clients look for the result elsewhere",
    fix: newVersion,
  },
  "host-changed": {
    what: "has another value",
    request: "old clients call the old host",
    fix: "If both hosts reach the same servers, ignore this finding with that reason.",
  },
  "auth-narrowed": {
    what: "accepts fewer kinds of authentication",
    request: "new servers refuse credentials that were accepted",
    fix: newVersion,
  },
  "auth-widened": { what: "accepts more kinds of authentication" },
  "permission-changed": {
    what: "has another value",
    request: "new servers require a permission that old clients may lack",
    fix: newVersion,
  },
  "attribute-changed": {
    what: "has another value",
    request: "new servers require what old clients may lack",
  },
} satisfies Readonly<Record<string, RuleText>>;
