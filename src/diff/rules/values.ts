import type { RuleText } from "./rule-text.js";

const narrowed = {
  request:
    "Keep accepting such requests, and let the handler answer with a route error; or add a version of the route.",
};
const widened = { response: "Add a field for the new values, or a version of the route." };
const changed = { ...narrowed, ...widened };

const tooMuch = "old clients refuse results with the new values";
const tooLittle = "new servers refuse requests with values that were allowed";

const sendWithin = "Send only values within the new limits.";

export const valueRules = {
  "range-widened": { what: "has looser limits on its value", response: tooMuch, fix: widened },
  "range-narrowed": {
    what: "has stricter limits on its value",
    request: tooLittle,
    fix: narrowed,
    inPrograms: sendWithin,
  },
  "range-changed": {
    what: "has other limits on its value",
    request: tooLittle,
    response: tooMuch,
    fix: changed,
    inPrograms: sendWithin,
  },
  "length-widened": { what: "has looser limits on its length", response: tooMuch, fix: widened },
  "length-narrowed": {
    what: "has stricter limits on its length",
    request: tooLittle,
    fix: narrowed,
    inPrograms: sendWithin,
  },
  "length-changed": {
    what: "has other limits on its length",
    request: tooLittle,
    response: tooMuch,
    fix: changed,
    inPrograms: sendWithin,
  },
  "items-widened": { what: "has looser limits on the number of items", response: tooMuch, fix: widened },
  "items-narrowed": {
    what: "has stricter limits on the number of items",
    request: tooLittle,
    fix: narrowed,
    inPrograms: sendWithin,
  },
  "items-changed": {
    what: "has other limits on the number of items",
    request: tooLittle,
    response: tooMuch,
    fix: changed,
    inPrograms: sendWithin,
  },
  "pattern-added": {
    what: "has a pattern now",
    request: tooLittle,
    fix: narrowed,
    inPrograms: "Send only values that match it.",
  },
  "pattern-removed": { what: "has no pattern any more", response: tooMuch, fix: widened },
  "pattern-changed": {
    what: "has another pattern",
    request: tooLittle,
    response: tooMuch,
    fix: changed,
    inPrograms: "Send only values that match the new pattern.",
  },
  "number-kind-changed": {
    what: "is another type of number",
    request: "new servers refuse or round numbers that old clients send",
    response: "old clients refuse or round numbers that new servers send",
    fix: "Add a field of the new type.",
  },
  "timestamp-format-changed": {
    what: "has another timestamp format",
    request: "new servers refuse timestamps in the old format",
    response: "old clients refuse timestamps in the new format",
    fix: "Add a field with the new format.",
  },
  "kind-changed": {
    what: "has another kind of type",
    request: "new servers do not read the values of old clients",
    response: "old clients do not read the values of new servers",
    fix: "Add a field of the new type, or a version of the route.",
  },
  "nullable-added": {
    what: "may be null now",
    request: "new servers read an empty struct as null",
    response: "old clients do not expect null",
    fix: { response: "Add a field that may be null, or a version of the route." },
    inPrograms: "Handle null.",
  },
  "nullable-removed": {
    what: "may not be null any more",
    request: "new servers do not expect null",
    response: "old clients read an empty struct as null",
    fix: { request: "Keep it nullable, and answer null with a route error." },
    inPrograms: "Do not send null.",
  },
  "ref-changed": {
    what: "refers to another type",
    fix: "Keep the type, or add a version of the route with the new one.",
  },
} satisfies Readonly<Record<string, RuleText>>;
