import { Project, type Symbol as TsSymbol, type Type } from "ts-morph";

/** The part of JSON Schema that describes a configuration. */
interface Schema {
  readonly $schema?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false | Schema;
}

/**
 * Returns the JSON Schema of a configuration, made from the type `Config` and its docstrings. Options that JSON cannot
 * represent, such as functions, are omitted.
 */
export function configSchema(): Schema {
  const project = new Project({ tsConfigFilePath: "src/tsconfig.json", skipAddingFilesFromTsConfig: true });
  const config = project.addSourceFileAtPath("src/project/config.ts").getInterfaceOrThrow("Config");
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Configuration of Ashlar",
    ...schemaOf(config.getType()),
  };
}

/** Returns the schema of a type; undefined if JSON cannot represent the type. */
function schemaOf(type: Type): Schema | undefined {
  if (type.isUnion() && !type.isBoolean()) {
    return unionSchema(type.getUnionTypes());
  }
  if (type.isUnknown()) {
    return {};
  }
  if (type.isString() || type.isBoolean() || type.isNumber()) {
    return { type: type.getText() };
  }
  if (type.isLiteral()) {
    return { enum: [type.isBooleanLiteral() ? type.getText() === "true" : type.getLiteralValue()] };
  }
  if (type.isTuple()) {
    return { type: "array" };
  }
  const item = type.isReadonlyArray() ? type.getTypeArguments()[0] : type.getArrayElementType();
  if (item !== undefined) {
    const items = schemaOf(item);
    return items && { type: "array", items };
  }
  return type.getCallSignatures().length > 0 ? undefined : objectSchema(type);
}

function unionSchema(types: readonly Type[]): Schema | undefined {
  const literals = types.filter((type) => type.isBooleanLiteral());
  const booleans = literals.length === 2 ? literals : [];
  const otherTypes = types.filter((type) => !type.isUndefined() && !booleans.includes(type));
  const schemas = [
    ...otherTypes.map((type) => schemaOf(type)),
    ...(booleans.length > 0 ? [{ type: "boolean" }] : []),
  ].filter((schema) => schema !== undefined);
  const values = schemas.flatMap((schema) => schema.enum ?? []);
  const alternatives = [...(values.length > 0 ? [{ enum: values }] : []), ...schemas.filter((schema) => !schema.enum)];
  return alternatives.length > 1 ? { anyOf: alternatives } : alternatives[0];
}

function objectSchema(type: Type): Schema {
  const values = type.getStringIndexType();
  if (values !== undefined) {
    return { type: "object", additionalProperties: schemaOf(values) ?? {} };
  }
  const members = type.getProperties().flatMap((member) => {
    const schema = schemaOf(declaredType(member));
    return schema === undefined ? [] : [[member.getName(), { ...description(member), ...schema }, member] as const];
  });
  const required = members.filter(([, , member]) => !member.isOptional()).map(([name]) => name);
  return {
    type: "object",
    properties: Object.fromEntries(members.map(([name, schema]) => [name, schema])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function description(member: TsSymbol): { description?: string } {
  const text = member.compilerSymbol
    .getDocumentationComment(undefined)
    .map((part) => part.text)
    .join("");
  return text === "" ? {} : { description: text.replace(/\s+/g, " ") };
}

function declaredType(member: TsSymbol): Type {
  const [declaration] = member.getDeclarations();
  if (declaration === undefined) {
    throw new Error(`${member.getName()} of a configuration is declared nowhere.`);
  }
  return member.getTypeAtLocation(declaration);
}
