import * as say from "../diagnostics/catalogue.js";
import { withRelated } from "../diagnostics/diagnostic.js";
import type { Example, Json, MapType, Type, Value } from "../ir/api.js";
import type { Span } from "../source/span.js";
import type * as ast from "../syntax/ast.js";
import { tagProblem } from "./defaults.js";
import { unwrap } from "./doc-text.js";
import { allFields, type FieldInfo, type Fields } from "./fields.js";
import { isOpen, mayBeIncomplete } from "./inherit.js";
import {
  spanOnLine,
  referred,
  schemaNamespace,
  type ExampleSource,
  type Program,
  type TypeDefinition,
  type Scope,
} from "./program.js";
import type { Resolver } from "./resolve.js";
import type { SubtypeInfo } from "./subtypes.js";
import { refusalReason } from "./strict-values.js";
import { describe, fitPrimitive, fitString } from "./values.js";

export interface ExampleContext {
  readonly program: Program;
  readonly resolver: Resolver;
  readonly fields: Fields;
  readonly parents: ReadonlyMap<TypeDefinition, TypeDefinition>;
  readonly defaults: ReadonlyMap<FieldInfo, Value>;
  readonly subtypes: ReadonlyMap<TypeDefinition, readonly SubtypeInfo[]>;
}

/** Where a value of an example stands. */
interface Place {
  /** The entry of the example, to whose line diagnostics keep. */
  readonly entry: ast.ExampleEntry;
  readonly field: string;
  /** How many examples, lists and maps it is inside of. */
  readonly depth: number;
}

/** More than any reader wants: what examples include grows with each level, and recursion must end. */
const deepest = 150;
const largest = 100_000;
const largestTogether = 5_000_000;

interface Measure {
  readonly size: number;
  readonly height: number;
}

/** Marks an example whose value is being computed, or could not be. */
const open = Symbol("open");
const wrong = Symbol("wrong");

/** The examples of every type in wanted namespaces, computed to JSON. Reports EX errors; wrong examples are left out. */
export function resolveExamples(
  context: ExampleContext,
  isWanted: (scope: Scope) => boolean,
): Map<TypeDefinition, readonly Example[]> {
  const examples = new Examples(context);
  const result = new Map<TypeDefinition, readonly Example[]>();
  for (const type of [...context.fields.keys()].filter(({ scope }) => isWanted(scope))) {
    // ATTR-3: examples of the schema are never checked.
    result.set(type, type.scope.name === schemaNamespace ? [] : examples.of(type));
  }
  return result;
}

class Examples {
  readonly #context: ExampleContext;
  readonly #values = new Map<ExampleSource, Json | typeof open | typeof wrong>();
  /** The size of all together. */
  #size = 0;
  readonly #measures = new WeakMap<object, Measure>();
  readonly #byLabel = new Map<TypeDefinition, ReadonlyMap<string, ExampleSource>>();
  readonly #labels = new Map<TypeDefinition, readonly string[]>();
  readonly #allFields = new Map<TypeDefinition, FieldInfo[]>();

  constructor(context: ExampleContext) {
    this.#context = context;
  }

  /** The written examples, then one for each tag without a value (EX-11). */
  of(type: TypeDefinition): Example[] {
    const examples: Example[] = [];
    for (const source of type.examples) {
      const value = this.#value(type, source);
      if (value !== undefined) {
        const doc = source.node.doc === undefined ? undefined : unwrap(source.node.doc.text);
        examples.push({ label: source.node.label.text, doc, value });
      }
    }
    if (type.node.kind === "union") {
      const written = new Set(type.examples.map(({ node }) => node.label.text));
      for (const tag of this.#voidTags(type)) {
        if (!written.has(tag)) {
          examples.push({ label: tag, doc: undefined, value: { ".tag": tag } });
        }
      }
    }
    return examples;
  }

  #voidTags(union: TypeDefinition): string[] {
    const { parents, fields, resolver } = this.#context;
    const tags: string[] = [];
    const chain: TypeDefinition[] = [];
    for (let at: TypeDefinition | undefined = union; at !== undefined; at = parents.get(at)) {
      chain.unshift(at);
    }
    let hasOther = false;
    for (const owner of chain) {
      for (const field of fields.get(owner) ?? []) {
        if (field.type !== undefined && resolver.withoutAliases(field.type)?.kind === "void") {
          tags.push(field.name);
        }
      }
      if (!hasOther && owner.node.kind === "union" && !owner.node.closed) {
        hasOther = true;
        tags.push("other");
      }
    }
    return tags;
  }

  /** The JSON of a written example; undefined, with a report, if it is wrong. */
  #value(type: TypeDefinition, source: ExampleSource, depth = 0): Json | undefined {
    const known = this.#values.get(source);
    if (known !== undefined) {
      return typeof known === "symbol" ? undefined : known;
    }
    this.#values.set(source, open);
    const value = this.#compute(type, source, depth);
    const isFine = value !== undefined && this.#isSmall(value, source);
    this.#values.set(source, isFine ? value : wrong);
    return isFine ? value : undefined;
  }

  #isSmall(value: Json, { node }: ExampleSource): boolean {
    const { size, height } = this.#measure(value);
    this.#size += size;
    if (size <= largest && height <= deepest && this.#size <= largestTogether) {
      return true;
    }
    this.#context.program.report(say.exampleTooLarge(node.span, node.label.text));
    return false;
  }

  /** How many values there are in a value, and how deep. Those of other examples are known already. */
  #measure(value: Json): Measure {
    if (typeof value !== "object" || value === null) {
      return { size: 1, height: 0 };
    }
    let measure = this.#measures.get(value);
    if (measure === undefined) {
      const inner = Object.values(value).map((member: Json) => this.#measure(member));
      measure = {
        size: inner.reduce((sum, { size }) => sum + size, 1),
        height: inner.reduce((most, { height }) => Math.max(most, height), 0) + 1,
      };
      this.#measures.set(value, measure);
    }
    return measure;
  }

  #compute(type: TypeDefinition, source: ExampleSource, depth: number): Json | undefined {
    if (type.node.kind === "union") {
      return this.#unionValue(type, source, depth);
    }
    const subtypes = this.#context.subtypes.get(type);
    return subtypes === undefined
      ? this.#structValue(type, source, depth)
      : this.#subtypeValue(type, source, subtypes, depth);
  }

  /** EX-2, EX-7 */
  #structValue(type: TypeDefinition, { node, entries }: ExampleSource, depth: number): Json | undefined {
    const { report, suggestions } = this.#context.program;
    const fields = this.#listFields(type);
    const entriesByName = new Map(entries.map((entry) => [entry.name.text, entry]));
    const names = new Set(fields.map(({ name }) => name));
    const meant = new Set<string | undefined>();
    for (const entry of entries) {
      const name = entry.name.text;
      if (!names.has(name) && !mayBeIncomplete(type, this.#context.parents)) {
        const open = (): string[] => [...names].filter((candidate) => !entriesByName.has(candidate));
        const nearest = suggestions.nearest(name, open) ?? suggestions.nearest(name, () => names);
        meant.add(nearest);
        report(say.exampleUnknownField(entry.span, type.node.name.text, name, nearest));
      }
    }
    let complete = entries.every(({ name }) => names.has(name.text));
    const members: [string, Json][] = [];
    for (const field of fields) {
      const entry = entriesByName.get(field.name);
      if (entry === undefined) {
        if (field.node.default === undefined && field.type !== undefined && field.type.kind !== "nullable") {
          if (!meant.has(field.name)) {
            const finding = say.exampleMissingField(node.span, node.label.text, field.name);
            report(withRelated(finding, field.node.span, "declared here"));
          }
          complete = false;
        }
        const value = this.#context.defaults.get(field);
        if (value !== undefined) {
          members.push([field.name, defaultJson(value)]);
        }
        continue;
      }
      this.#warn(entry, entry.name.span, field.name, hiddenReason(field));
      const value = field.type && this.#fit(field.type, entry.value, { entry, field: field.name, depth });
      if (value === undefined) {
        complete = false;
      } else if (value !== null) {
        members.push([field.name, value]);
      }
    }
    return complete ? Object.fromEntries(members) : undefined;
  }

  /** EX-4, EX-10 */
  #subtypeValue(
    type: TypeDefinition,
    { node, entries }: ExampleSource,
    subtypes: readonly SubtypeInfo[],
    depth: number,
  ): Json | undefined {
    const { report, suggestions } = this.#context.program;
    const [entry, second] = entries;
    if (entry === undefined || second !== undefined) {
      report(say.exampleOneSubtype(node.span, node.label.text, entries.length));
      return undefined;
    }
    const tag = entry.name.text;
    const subtype = subtypes.find((candidate) => candidate.tag === tag);
    if (subtype === undefined) {
      const nearest = suggestions.nearest(tag, () => subtypes.map((candidate) => candidate.tag));
      report(say.exampleUnknownSubtype(entry.span, type.node.name.text, tag, nearest));
      return undefined;
    }
    if (entry.value.kind !== "word") {
      const span = spanOnLine(entry.span, entry.value.span);
      report(say.exampleSubtypeLabel(span, subtype.type.node.name.text));
      return undefined;
    }
    const value = this.#labelled(subtype.type, entry.value.text, entry.value.span, { entry, field: tag, depth });
    return isObject(value) ? { ".tag": tag, ...value } : undefined;
  }

  /** EX-3, EX-9 */
  #unionValue(type: TypeDefinition, { node, entries }: ExampleSource, depth: number): Json | undefined {
    const { report, suggestions } = this.#context.program;
    const [entry, second] = entries;
    if (entry === undefined || second !== undefined) {
      report(say.exampleOneTag(second?.span ?? node.span, node.label.text, entries.length));
      return undefined;
    }
    const tag = entry.name.text;
    const fields = this.#listFields(type);
    const field = fields.find(({ name }) => name === tag);
    const isOther = tag === "other" && isOpen(type, this.#context.parents);
    if (field === undefined && !isOther) {
      if (!mayBeIncomplete(type, this.#context.parents)) {
        const nearest = suggestions.nearest(tag, () => fields.map(({ name }) => name));
        report(say.exampleUnknownTag(entry.span, type.node.name.text, tag, nearest));
      }
      return undefined;
    }
    this.#warn(entry, entry.name.span, tag, field === undefined ? otherReason : hiddenReason(field));
    const tagType: Type | undefined = field === undefined ? { kind: "void" } : field.type;
    if (tagType === undefined) {
      return undefined;
    }
    if (this.#context.resolver.withoutAliases(tagType)?.kind === "void") {
      if (entry.value.kind !== "literal" || entry.value.value !== null) {
        report(say.exampleVoidTag(spanOnLine(entry.span, entry.value.span), tag));
        return undefined;
      }
      return { ".tag": tag };
    }
    const value = this.#fit(tagType, entry.value, { entry, field: tag, depth });
    if (value === undefined) {
      return undefined;
    }
    if (value === null) {
      return { ".tag": tag };
    }
    // QUIRK-21: an alias of a struct is flattened like the struct itself, as on the wire.
    return this.#isPlainStruct(tagType) && isObject(value) ? { ".tag": tag, ...value } : { ".tag": tag, [tag]: value };
  }

  #isPlainStruct(type: Type): boolean {
    const { program, resolver, subtypes } = this.#context;
    const bare = resolver.bare(type);
    const definition = bare?.kind === "ref" ? referred(program, bare) : undefined;
    return definition?.kind === "type" && definition.node.kind === "struct" && !subtypes.has(definition);
  }

  /** The JSON of a value if the type takes it (EX-5, EX-8); undefined, with a report, if not. */
  #fit(type: Type, value: ast.ExampleValue, place: Place): Json | undefined {
    const { program, resolver } = this.#context;
    const whole = resolver.withoutAliases(type);
    const bare = resolver.bare(type);
    if (whole === undefined || bare === undefined) {
      return undefined;
    }
    if (value.kind === "literal" && value.value === null) {
      if (whole.kind === "nullable" || whole.kind === "void") {
        return null;
      }
      return this.#refuse(place, value.span, "null is not allowed here");
    }
    switch (bare.kind) {
      case "ref": {
        const definition = referred(program, bare);
        if (definition.kind !== "type") {
          return undefined;
        }
        if (value.kind !== "word") {
          const span = spanOnLine(place.entry.span, value.span);
          program.report(say.exampleNeedsLabel(span, definition.node.name.text));
          return undefined;
        }
        return this.#labelled(definition, value.text, value.span, place);
      }
      case "list":
        if (value.kind !== "list") {
          return this.#refuse(place, value.span, `expected a list, found ${describe(value)}`);
        }
        return this.#fitList(bare, value, { ...place, depth: place.depth + 1 });
      case "map":
        if (value.kind !== "map") {
          return this.#refuse(place, value.span, `expected a map, found ${describe(value)}`);
        }
        return this.#fitMap(bare, value, { ...place, depth: place.depth + 1 });
      default: {
        const fit = fitPrimitive(bare, value);
        if (!fit.ok) {
          return this.#refuse(place, value.span, fit.reason);
        }
        this.#warn(place.entry, value.span, place.field, refusalReason(bare, fit.value));
        return fit.value;
      }
    }
  }

  #fitList(type: Extract<Type, { kind: "list" }>, value: ast.ExampleList, place: Place): Json | undefined {
    const count = value.items.length;
    if (type.minItems !== undefined && count < type.minItems) {
      return this.#refuse(place, value.span, `the list has length ${count}, but min_items is ${type.minItems}`);
    }
    if (type.maxItems !== undefined && count > type.maxItems) {
      return this.#refuse(place, value.span, `the list has length ${count}, but max_items is ${type.maxItems}`);
    }
    const items = value.items.map((item) => this.#fit(type.of, item, place));
    return items.every((item) => item !== undefined) ? items : undefined;
  }

  #fitMap(type: MapType, value: ast.ExampleMap, place: Place): Json | undefined {
    const members: [string, Json][] = [];
    let complete = true;
    for (const pair of value.pairs) {
      const key = pair.key.kind === "literal" ? pair.key.value : undefined;
      if (typeof key !== "string") {
        return this.#refuse(place, pair.key.span, `the key of a map must be a string, not ${describe(pair.key)}`);
      }
      const fit = fitString(type.key, key);
      if (!fit.ok) {
        return this.#refuse(place, pair.key.span, `the key ${fit.reason}`);
      }
      this.#warn(place.entry, pair.key.span, place.field, refusalReason(type.key, key));
      const member = this.#fit(type.value, pair.value, place);
      if (member === undefined) {
        complete = false;
      } else {
        members.push([key, member]);
      }
    }
    return complete ? Object.fromEntries(members) : undefined;
  }

  /** EX-6: the example of a type with that label, or the tag of that name without a value. */
  #labelled(type: TypeDefinition, label: string, span: Span, place: Place): Json | undefined {
    const { program, fields, parents } = this.#context;
    const source = this.#examplesByLabel(type).get(label);
    if (source !== undefined) {
      if (this.#values.get(source) === open) {
        program.report(say.exampleContainsItself(spanOnLine(place.entry.span, span), label));
        return undefined;
      }
      if (place.depth >= deepest && !this.#values.has(source)) {
        program.report(say.exampleTooLarge(spanOnLine(place.entry.span, span), label));
        return undefined;
      }
      return this.#value(type, source, place.depth + 1);
    }
    if (type.node.kind === "union" && tagProblem(label, type, fields, parents) === undefined) {
      const tag = this.#listFields(type).find(({ name }) => name === label);
      this.#warn(place.entry, span, place.field, tag === undefined ? otherReason : hiddenReason(tag));
      return { ".tag": label };
    }
    if (!mayBeIncomplete(type, this.#context.parents)) {
      const known = this.#listLabels(type);
      const finding = say.exampleUnknownLabel(
        span,
        type.node.name.text,
        label,
        program.suggestions.nearest(label, () => known),
      );
      program.report(
        withRelated(
          finding,
          type.node.span,
          known.length === 0 ? "has no examples" : `existing examples: ${listed(known)}`,
        ),
      );
    }
    return undefined;
  }

  /** The examples of a type by label; of several with one label the first. */
  #examplesByLabel(type: TypeDefinition): ReadonlyMap<string, ExampleSource> {
    let examples = this.#byLabel.get(type);
    if (examples === undefined) {
      examples = new Map(type.examples.toReversed().map((example) => [example.node.label.text, example]));
      this.#byLabel.set(type, examples);
    }
    return examples;
  }

  /** All labels that a type has, in the order of the specification. */
  #listLabels(type: TypeDefinition): readonly string[] {
    let labels = this.#labels.get(type);
    if (labels === undefined) {
      const written = type.examples.map(({ node }) => node.label.text);
      labels = type.node.kind === "union" ? [...written, ...this.#voidTags(type)] : written;
      this.#labels.set(type, labels);
    }
    return labels;
  }

  /** Reports that a strict reader refuses what an entry says, if there is a reason. */
  #warn(entry: ast.ExampleEntry, detail: Span, name: string, reason: string | undefined): void {
    if (reason !== undefined) {
      this.#context.program.report(say.exampleRefused(spanOnLine(entry.span, detail), name, reason));
    }
  }

  #refuse(place: Place, detail: Span, reason: string): undefined {
    const span = spanOnLine(place.entry.span, detail);
    this.#context.program.report(say.exampleValue(span, place.field, reason));
  }

  #listFields(type: TypeDefinition): FieldInfo[] {
    let fields = this.#allFields.get(type);
    if (fields === undefined) {
      const all = allFields(type, this.#context.fields, this.#context.parents);
      // MODEL-6: required ones first.
      const isOptional = (field: FieldInfo): boolean =>
        field.type?.kind === "nullable" || field.node.default !== undefined;
      fields = [...all.filter((field) => !isOptional(field)), ...all.filter(isOptional)];
      this.#allFields.set(type, fields);
    }
    return fields;
  }
}

const otherReason = "`other` represents unknown tags and is never sent";

/** Why readers refuse a field or tag that does not exist for all callers. */
function hiddenReason({ applied: { omittedCaller } }: FieldInfo): string | undefined {
  return omittedCaller === undefined ? undefined : `it is visible only to "${omittedCaller}" callers`;
}

function listed(names: readonly string[]): string {
  return names.length <= 8 ? names.join(", ") : `${names.slice(0, 8).join(", ")} and ${names.length - 8} more`;
}

function defaultJson(value: Value): Json {
  return typeof value === "object" && value !== null ? { ".tag": value.tag } : value;
}

function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
