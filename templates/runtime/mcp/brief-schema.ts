import type { JsonSchema } from "./tool.js";

/** The levels of detail of a schema, the most detailed first. */
const forms: readonly ((schema: JsonSchema) => unknown)[] = [
  (schema) => schema,
  (schema) => withDescriptions(schema, (text) => text.split(/(?<=\.)\s/, 1)[0]),
  (schema) => withDescriptions(schema, () => undefined),
  (schema) => namesOnly(schema),
];

/**
 * Returns a schema with as many of its definitions as fit into `maxCharacters`, in their order, and the names of the others.
 * If necessary, descriptions are shortened, then omitted, and finally only names remain.
 */
export function briefSchema(
  { $defs = {}, ...root }: JsonSchema,
  maxCharacters: number,
): { readonly schema: JsonSchema; readonly leftOut: readonly string[] } {
  const form = forms.find((each) => size(each(root)) <= maxCharacters) ?? namesOnly;
  const schema = form(root) as JsonSchema;
  let left = maxCharacters - size(schema);
  const shown = new Map<string, unknown>();
  const leftOut: string[] = [];
  for (const [name, definition] of Object.entries($defs as Readonly<Record<string, JsonSchema>>)) {
    const brief = forms.map((each) => each(definition)).find((each) => size(each) + name.length + 4 <= left);
    if (brief === undefined) {
      leftOut.push(name);
    } else {
      shown.set(name, brief);
      left -= size(brief) + name.length + 4;
    }
  }
  return { schema: { ...schema, ...(shown.size > 0 && { $defs: Object.fromEntries(shown) }) }, leftOut };
}

function size(json: unknown): number {
  return JSON.stringify(json).length;
}

function withDescriptions(value: unknown, change: (text: string) => string | undefined): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => withDescriptions(item, change));
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]: [string, unknown]) => [
        name,
        // Unless it is a string, the member is the schema of a property called `description`.
        name === "description" && typeof member === "string" ? change(member) : withDescriptions(member, change),
      ])
      .filter(([, member]) => member !== undefined),
  );
}

/** Reduces a schema to its type, the names of its properties and its tags. */
function namesOnly({ type, properties = {}, required, oneOf, anyOf }: JsonSchema): JsonSchema {
  const names = Object.keys(properties as object);
  const variants = (oneOf ?? anyOf ?? []) as readonly JsonSchema[];
  const tags = variants.map(({ title, properties: own = {} }) => {
    const tag = Reflect.get(own as object, ".tag") as JsonSchema | undefined;
    return tag?.["const"] ?? title;
  });
  return {
    type,
    ...(names.length > 0 && { propertyNames: names.slice(0, 60), required }),
    ...(tags.length > 0 && { tags: tags.filter((tag) => tag !== undefined).slice(0, 60) }),
  };
}
