import type { Schema } from "./schema.js";

/** A member of an object. */
export interface Member {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** Returns the schema of an object. A closed object has no other members. */
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

/** Returns the schema of an object that contains a tag in addition to these members. */
export function taggedSchema(tag: Schema, members: readonly Member[], isClosed: boolean): Schema {
  return objectSchema([{ name: ".tag", schema: tag, isRequired: true }, ...members], isClosed);
}

/** Returns the schema of a struct's object that also contains a tag. */
export function withTag(struct: Schema, tag: string): Schema {
  return { type: "object", allOf: [struct], properties: { ".tag": { const: tag } }, required: [".tag"] };
}

/** Returns the schema of any string except these. */
export function otherThan(names: readonly string[]): Schema {
  return { type: "string", not: names.length === 0 ? undefined : { enum: names } };
}
