import type { RuleText } from "./rule-text.js";

const keepDefault = "Keep the default, and add a field or a version of the route for the new one.";

const keepUntilUnused = {
  fix: "Keep it, mark it as deprecated, and remove it when no client uses it any more.",
  fixOfDeprecated: "Keep it until no client uses it any more.",
};

export const fieldRules = {
  "field-added-required": {
    what: "is a new required field",
    request: "new servers refuse requests that lack it, which old clients send",
    fix: {
      request: "Make it nullable or give it a default, or add a version of the route with a type of its own.",
    },
    inPrograms: "Pass a value for it.",
  },
  "field-added-optional": { what: "is a new optional field" },
  "field-removed-required": {
    what: "is gone",
    request: "new servers refuse requests that still send it",
    response: "old clients require it",
    ...keepUntilUnused,
    inPrograms: "Do not send it, and do without it in results.",
  },
  "field-removed-optional": {
    what: "is gone",
    request: "new servers refuse requests that still send it",
    response: "old clients no longer receive it",
    ...keepUntilUnused,
    inPrograms: "Do not send it, and do without it in results.",
  },
  "field-renamed": {
    what: "has another name",
    request: "new servers refuse requests with the old name",
    response: "old clients do not find it under the new name",
    fix: "Keep the old name: names are part of messages. Or add a second field, fill in both, and remove the old one when no client uses it any more.",
    inPrograms: "Use the new name.",
  },
  "field-made-optional": {
    what: "became optional",
    response: "old clients require it",
    fix: "Send it always, or add a second field that is optional.",
    inPrograms: "Handle that it is missing.",
  },
  "field-made-required": {
    what: "became required",
    request: "new servers require what old clients may leave out",
    fix: "Keep it optional, with a default that old clients can live with.",
    inPrograms: "Pass a value for it.",
  },
  "default-changed": {
    what: "has another default",
    request: "new servers fill in the new default where old clients omit it",
    response: "old clients fill in the old default where new servers omit it",
    fix: keepDefault,
  },
  "default-added": {
    what: "was nullable and has a default now",
    request: "new servers fill in the default where old clients omit it",
    response: "old clients read null where new servers omit it",
    fix: keepDefault,
  },
  "default-removed": {
    what: "had a default and is nullable now",
    request: "new servers read null where old clients omit it",
    response: "old clients fill in the default where new servers omit it",
    fix: keepDefault,
    inPrograms: "Pass a value for it, and handle that it is null.",
  },
  "field-omitted": {
    what: "exists only for callers with a permission now",
    request: "new servers refuse requests of other callers that send it",
    response: "old clients without the permission do not get it",
    fix: "Add a field for callers with the permission, and keep this one.",
  },
  "field-unomitted": {
    what: "exists for all callers now",
    request: "new servers refuse requests that lack it, which old clients send",
    fix: "Make it nullable or give it a default.",
  },
  "omitted-caller-changed": { what: "needs another permission of the caller" },
  "field-deprecated": { what: "is deprecated now" },
  "field-undeprecated": { what: "is not deprecated any more" },
  "preview-changed": { what: "changed its preview status" },
  "redaction-changed": { what: "is redacted in another way in logs" },
  "annotation-changed": { what: "has other annotations" },
  "doc-changed": { what: "has other documentation" },
  "example-changed": { what: "has other examples" },
} satisfies Readonly<Record<string, RuleText>>;
