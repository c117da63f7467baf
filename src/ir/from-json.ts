import type * as ir from "./api.js";
import type { Api, Type } from "./api.js";
import { isTypeKind, partsOf } from "./kinds.js";
import { qualified, routeName } from "./names.js";

/**
 * Parses an IR JSON document, as `toJson` writes it. Throws an Error whose message is a clause about the document, such
 * as "it is not JSON".
 */
export function fromJson(text: string): ir.Api {
  const document = parsed(text) as Partial<Document> | null;
  if (typeof document !== "object" || typeof document?.ashlarIr !== "number") {
    throw new Error("it is not an IR document as `ashlar ir` prints it");
  }
  if (document.ashlarIr !== 1) {
    throw new Error(`it is an IR document of version ${document.ashlarIr}, and only version 1 is known`);
  }
  const api = toApi(document);
  const problem = api && findBrokenType(api);
  if (api === undefined || problem !== undefined) {
    throw new Error(`it is not a complete IR document${problem === undefined ? "" : `: ${problem}`}`);
  }
  return api;
}

function parsed(text: string): unknown {
  try {
    return parseLossless(text);
  } catch {
    throw new Error("it is not JSON");
  }
}

/** Returns the API of a document; undefined if a part is missing. */
function toApi({ namespaces, stoneCfg }: Partial<Document>): ir.Api | undefined {
  try {
    return {
      namespaces: (namespaces ?? missing()).map(namespace),
      stoneCfg: stoneCfg === undefined ? undefined : namespace(stoneCfg),
    };
  } catch (thrown) {
    if (thrown instanceof TypeError) {
      return undefined; // a member is missing or has another type
    }
    throw thrown;
  }
}

function missing(): never {
  throw new TypeError();
}

/** The JSON form of a shape. The document omits absent values. */
type Json<Shape> = { readonly [Key in keyof Shape]?: unknown };

interface Document {
  readonly ashlarIr: number;
  readonly namespaces: readonly JsonNamespace[];
  readonly stoneCfg?: JsonNamespace;
}

interface Documented {
  readonly doc?: string;
  readonly rawDoc?: string;
}

interface JsonNamespace extends Pick<ir.Namespace, "name" | "imports" | "annotations"> {
  readonly doc?: string;
  readonly annotationTypes: readonly (Documented & {
    name: string;
    params: readonly (Documented & Json<ir.Field>)[];
  })[];
  readonly aliases: readonly (Documented & Json<ir.Alias> & { name: string; type: ir.Type })[];
  readonly types: readonly JsonType[];
  readonly routes: readonly JsonRoute[];
}

interface JsonRoute extends Documented, Pick<ir.Route, "name" | "version" | "arg" | "result" | "error"> {
  readonly deprecated?: { readonly by?: { readonly name: string; readonly version: number } };
  readonly attrs: ir.Route["attributes"];
}

interface JsonType extends Documented {
  readonly kind: "struct" | "union";
  readonly name: string;
  readonly closed?: boolean;
  readonly extends?: ir.Name;
  readonly subtypes?: ir.Subtypes;
  readonly fields: readonly JsonField[];
  readonly examples?: readonly { readonly label: string; readonly doc?: string; readonly value: ir.Json }[];
}

interface JsonField extends Documented {
  readonly name: string;
  readonly type: ir.Type;
  readonly default?: ir.Value;
  readonly deprecated?: true;
  readonly preview?: true;
  readonly omittedCaller?: string;
  readonly redactor?: ir.Redactor;
  readonly annotations?: readonly ir.AppliedAnnotation[];
  readonly catchAll?: true;
}

function namespace(from: JsonNamespace): ir.Namespace {
  return {
    name: from.name,
    doc: from.doc === undefined ? undefined : { raw: undefined, text: from.doc, parts: [from.doc] },
    imports: from.imports,
    annotationTypes: from.annotationTypes.map((type) => ({
      name: type.name,
      doc: doc(type),
      params: type.params.map((param) => ({
        name: param.name as string,
        doc: doc(param as Documented),
        type: param.type as ir.Type,
        default: param.default as ir.Scalar | undefined,
      })),
    })),
    annotations: from.annotations,
    aliases: from.aliases.map((alias) => ({
      name: alias.name,
      doc: doc(alias as Documented),
      type: alias.type,
      redactor: redactor(alias.redactor as ir.Redactor | undefined),
      annotations: (alias.annotations as readonly ir.AppliedAnnotation[] | undefined) ?? [],
    })),
    types: from.types.map(dataType),
    routes: from.routes.map((route) => ({
      name: route.name,
      version: route.version,
      doc: doc(route),
      deprecated: route.deprecated && { by: route.deprecated.by },
      arg: route.arg,
      result: route.result,
      error: route.error,
      attributes: route.attrs,
    })),
  };
}

function dataType(from: JsonType): ir.Struct | ir.Union {
  const common = {
    name: from.name,
    doc: doc(from),
    parent: from.extends,
    fields: from.fields.map(field),
    examples: (from.examples ?? []).map((example) => ({ ...example, doc: example.doc })),
  };
  return from.kind === "struct"
    ? { kind: "struct", subtypes: from.subtypes, ...common }
    : { kind: "union", closed: from.closed === true, ...common };
}

function field(from: JsonField): ir.Field {
  return {
    name: from.name,
    doc: doc(from),
    type: from.type,
    default: from.default,
    deprecated: from.deprecated === true,
    preview: from.preview === true,
    omittedCaller: from.omittedCaller,
    redactor: redactor(from.redactor),
    annotations: from.annotations ?? [],
    catchAll: from.catchAll === true,
  };
}

function redactor(from: ir.Redactor | undefined): ir.Redactor | undefined {
  return from && { kind: from.kind, regex: from.regex, annotation: from.annotation };
}

function doc({ doc: text, rawDoc: raw }: Documented): ir.Doc | undefined {
  return text === undefined ? undefined : { raw, text, parts: [text] };
}

/** Marks integers that a number would round until they are converted. */
const mark = "\u0000integer ";

/** Parses JSON. Integers that a number cannot represent are returned as bigints. */
export function parseLossless(text: string): unknown {
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g, (token) =>
    token.startsWith('"') ? token : `"\\u0000integer ${token}"`,
  );
  return JSON.parse(marked, (_, value: unknown) => {
    if (typeof value !== "string" || !value.startsWith(mark)) {
      return value;
    }
    const integer = BigInt(value.slice(mark.length));
    return Number.isSafeInteger(Number(integer)) ? Number(integer) : integer;
  });
}

/**
 * Returns the first error in the types of an API from an external source; undefined if every type is of a known kind
 * and every reference resolves.
 */
function findBrokenType(api: Api): string | undefined {
  const namespaces = api.stoneCfg === undefined ? api.namespaces : [...api.namespaces, api.stoneCfg];
  const names = new Set(
    namespaces.flatMap(({ name: namespace, aliases, types }) =>
      [...aliases, ...types].map(({ name }) => qualified({ namespace, name })),
    ),
  );
  const problemOf = (type: Type): string | undefined => {
    const { kind }: { readonly kind: string } = type;
    if (!isTypeKind(kind)) {
      return `has a type of the unknown kind '${kind}'`;
    }
    if (type.kind === "ref") {
      return names.has(qualified(type)) ? undefined : `refers to ${qualified(type)}, which does not exist`;
    }
    return partsOf(type)
      .map(problemOf)
      .find((problem) => problem !== undefined);
  };
  for (const { name: namespace, aliases, types, routes } of namespaces) {
    const typed: readonly (readonly [string, readonly Type[]])[] = [
      ...aliases.map(({ name, type }) => [qualified({ namespace, name }), [type]] as const),
      ...types.map((type) => [qualified({ namespace, name: type.name }), typesIn(type)] as const),
      ...routes.map((route) => [routeName(namespace, route), [route.arg, route.result, route.error]] as const),
    ];
    for (const [subject, mentioned] of typed) {
      const problem = mentioned.map(problemOf).find((text) => text !== undefined);
      if (problem !== undefined) {
        return `${subject} ${problem}`;
      }
    }
  }
  return undefined;
}

function typesIn(definition: Api["namespaces"][number]["types"][number]): readonly Type[] {
  const subtypes = definition.kind === "struct" ? (definition.subtypes?.tags.map(({ type }) => type) ?? []) : [];
  const parents = definition.parent === undefined ? [] : [definition.parent];
  return [
    ...definition.fields.map(({ type }) => type),
    ...[...parents, ...subtypes].map((name) => ({ kind: "ref" as const, ...name })),
  ];
}
