import type { Schema } from "./schema.js";

/** A member of an object. */
export interface Member {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** The schema of an object. If it is closed, it allows no other members. */
export function objectSchema(members: readonly Member[], isClosed: boolean): Schema {
  // Ajv ignores a property of this name (SCHEMA-6).
  const [awkward, others] = [
    members.filter(({ name }) => name === "__proto__"),
    members.filter(({ name }) => name !== "__proto__"),
  ];
  const required = members.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(others.map(({ name, schema }) => [name, schema])),
    patternProperties: awkward[0] && { "^__proto__$": awkward[0].schema },
    required: required.length === 0 ? undefined : required,
    additionalProperties: isClosed ? false : undefined,
  };
}

/** The schema of an object with a tag in addition to these members. */
export function taggedSchema(tag: Schema, members: readonly Member[], isClosed: boolean): Schema {
  return objectSchema([{ name: ".tag", schema: tag, isRequired: true }, ...members], isClosed);
}

/** The schema of a struct's object that also has a tag. */
export function withTag(struct: Schema, tag: string): Schema {
  return { type: "object", allOf: [struct], properties: { ".tag": { const: tag } }, required: [".tag"] };
}

/** The schema of any string except these. */
export function otherThan(names: readonly string[]): Schema {
  return { type: "string", not: names.length === 0 ? undefined : { enum: names } };
}
