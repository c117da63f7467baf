import type { RuleText } from "./rule-text.js";

const keepTag = { request: "Keep accepting it, and answer with a route error." };
const ownUnion = {
  response: "Add a version of the route with a union of its own. Declare unions as open from their first release.",
};

const useNewName = "Use the new name.";

export const typeRules = {
  "tag-added": {
    what: "is a new tag",
    response: "old clients know the union as closed and refuse it",
    fix: ownUnion,
    inPrograms: "Handle it, or all others: with `_` in `match`, with `default` in `switch`.",
  },
  "tag-removed": {
    what: "is gone",
    request: "new servers refuse requests that send it",
    fix: keepTag,
    inPrograms: "Do not send it, and remove the code for it.",
  },
  "tag-renamed": {
    what: "has another name",
    request: "new servers refuse requests that send the old tag",
    response: "old clients know the union as closed and refuse the new tag",
    fix: "Keep the old tag: names are part of messages. Add the new one beside it, and accept both.",
    inPrograms: useNewName,
  },
  "union-opened": {
    what: "became open",
    response: "old clients know the union as closed and refuse `other`, which new servers can send",
    fix: { response: "Send no `other` and no new tag until the old clients are gone." },
    inPrograms: "Handle unknown tags.",
  },
  "union-closed": { what: "became closed" },
  "tag-value-added": {
    what: "was a tag without a value and has one now",
    request: "new servers require the value, which old clients do not send",
    fix: "Make the value nullable.",
    inPrograms: "Pass a value for it.",
  },
  "tag-value-removed": {
    what: "has no value any more",
    request: "new servers refuse requests that send the value",
    response: "old clients do not get the value that they know",
    fix: "Keep the value, and add a tag without one.",
    inPrograms: "Pass no value for it, and do without it in results.",
  },
  "tag-form-changed": {
    what: "has its value in another place of the message: fields stand beside the tag, other values under it",
    request: "new servers do not find the value that old clients send",
    response: "old clients do not find the value that new servers send",
    fix: "Add a tag for the new type.",
  },
  "tag-omitted": {
    what: "exists only for callers with a permission now",
    request: "new servers refuse requests of other callers that send it",
    fix: keepTag,
  },
  "tag-unomitted": {
    what: "exists for all callers now",
    response: "old clients know the union as closed and refuse it",
    fix: ownUnion,
  },
  "subtype-added": {
    what: "is a new subtype",
    response: "old clients know the subtypes as closed and refuse it",
    fix: { response: "Add a version of the route. Let subtypes be open from their first release." },
    inPrograms: "Handle it, or handle unknown subtypes.",
  },
  "subtype-removed": {
    what: "is gone",
    request: "new servers refuse requests that send it",
    fix: keepTag,
    inPrograms: "Do not send it, and remove the code for it.",
  },
  "tree-opened": { what: "has open subtypes now" },
  "tree-closed": { what: "has closed subtypes now" },
  "struct-became-tree": {
    what: "has subtypes now",
    request: "new servers require the tag of a subtype, which old clients do not send",
    fix: "Keep the struct, and add a field whose type is a union.",
  },
  "tree-became-struct": {
    what: "has no subtypes any more",
    request: "new servers refuse requests with fields of the former subtypes",
    response: "old clients require the tag of a subtype",
    fix: "Keep the subtypes, and add a version of the route.",
  },
  "parent-changed": { what: "extends another type" },
  "type-kind-changed": {
    what: "was a struct and is a union, or the reverse",
    request: "new servers do not read the values of old clients",
    response: "old clients do not read the values of new servers",
    fix: "Give the new type a name of its own.",
  },
  "type-added": { what: "is a new type" },
  "type-removed": { what: "is gone", inPrograms: "Use another type." },
  "type-renamed": { what: "has another name", fix: "Keep an alias with the old name.", inPrograms: useNewName },
  "type-moved": {
    what: "is in another namespace",
    fix: "Keep an alias with the old name.",
    inPrograms: "Import it from the new namespace.",
  },
  "alias-added": { what: "is a new alias" },
  "alias-removed": { what: "is gone", inPrograms: "Use the type that it stood for." },
  "namespace-added": { what: "is a new namespace" },
  "namespace-renamed": {
    what: "has another name",
    request: "old clients that call its routes get an error",
    fix: "Keep the old namespace until no client uses it any more: its routes, `deprecated by` the new ones, and aliases of its types.",
    inPrograms: useNewName,
  },
  "namespace-removed": { what: "is gone" },
} satisfies Readonly<Record<string, RuleText>>;
