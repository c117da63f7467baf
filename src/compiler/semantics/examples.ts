import { schemaNamespace } from "../../ir/names.js";
import * as diagnostics from "../../text/diagnostics/catalogue.js";
import { withRelated } from "../../text/diagnostics/diagnostic.js";
import type { Example, Json, MapType, Type, Value } from "../../ir/api.js";
import { isPrimitive } from "../../ir/kinds.js";
import type { Span } from "../../text/span.js";
import type * as ast from "../../syntax/ast.js";
import type { Query } from "../queries/query.js";
import { tagProblem } from "./defaults.js";
import { definitionsIn, type ExampleDefinition, type Scope, type TypeDefinition } from "./definitions.js";
import { unwrap } from "./doc-text.js";
import { ExampleReferences, type ExampleContext } from "./example-references.js";
import { allFields, fieldNode, type FieldInfo } from "./fields.js";
import { isOpen, mayBeIncomplete } from "./inherit.js";
import { listDefinitions, referred, spanOnLine } from "./program.js";
import { refusalReason, describe, fitPrimitive, fitString } from "./values.js";
import type { SubtypeInfo } from "./subtypes.js";
import { isObject } from "../../ir/is-object.js";

/** The location of a value in an example. */
interface Place {
  /** The entry of the example. Diagnostics stay on its line. */
  readonly entry: ast.ExampleEntry;
  readonly field: string;
  readonly example: ExampleDefinition;
}

/** Limits far above what readers need. They exist because each level of inclusion can multiply the size. */
const deepest = 150;
const largest = 100_000;
const largestTogether = 5_000_000;

interface Measure {
  readonly size: number;
  readonly height: number;
}

const scalarMeasure: Measure = { size: 1, height: 0 };

/** The examples of types, computed to JSON. Invalid examples are left out. */
export class Examples {
  /** The examples of each type: the declared ones, then one for each tag without a value (EX-11). Reports EX errors. */
  readonly of: Query<TypeDefinition, readonly Example[]>;
  readonly #context: ExampleContext;
  readonly #references: ExampleReferences;
  /** The JSON of a declared example; undefined, with a report, if it is invalid. */
  readonly #value: Query<ExampleDefinition, Json | undefined>;
  readonly #voidTags: Query<TypeDefinition, readonly string[]>;
  /** All fields of a type, required ones first (MODEL-6). */
  readonly #fields: Query<TypeDefinition, readonly FieldInfo[]>;
  /** The number of values in all examples of a namespace, which {@link checkTogether} adds up. */
  readonly sizes: Query<Scope, number>;
  readonly #measures = new WeakMap<object, Measure>();

  constructor(context: ExampleContext) {
    const { queries } = context.program;
    this.#context = context;
    this.#voidTags = queries.query((union) => this.#findVoidTags(union));
    this.#fields = queries.query((type) => this.#orderFields(type));
    this.#references = new ExampleReferences(context, this.#fields);
    this.#value = queries.query((example) => this.#compute(example));
    this.of = queries.query((type) => this.#list(type));
    this.sizes = queries.query((scope) =>
      definitionsIn(scope, "type")
        .flatMap((type) => this.of.get(type))
        .reduce((sum, { value }) => sum + this.#measure(value).size, 0),
    );
  }

  /** Finds the examples that the examples of a type include. */
  findIncluded(type: TypeDefinition): void {
    this.#references.findIncluded(type);
  }

  #list(type: TypeDefinition): Example[] {
    // ATTR-3: examples of the schema are never checked.
    if (type.scope.name === schemaNamespace) {
      return [];
    }
    const examples: Example[] = [];
    for (const example of type.examples.values()) {
      const value = this.#value.get(example);
      if (value !== undefined) {
        const { doc } = example.source.node;
        examples.push({ label: example.label, doc: doc && unwrap(doc.text), value });
      }
    }
    if (type.head.kind === "union") {
      const written = new Set(type.examples.keys());
      for (const tag of this.#voidTags.get(type)) {
        if (!written.has(tag)) {
          examples.push({ label: tag, doc: undefined, value: { ".tag": tag } });
        }
      }
    }
    return examples;
  }

  #findVoidTags(union: TypeDefinition): string[] {
    const { parents, fields, resolver } = this.#context;
    const tags: string[] = [];
    const chain: TypeDefinition[] = [];
    for (let at: TypeDefinition | undefined = union; at !== undefined; at = parents.get(at)) {
      chain.unshift(at);
    }
    let hasOther = false;
    for (const owner of chain) {
      for (const field of fields.get(owner)) {
        if (field.type !== undefined && resolver.withoutAliases(field.type)?.kind === "void") {
          tags.push(field.name);
        }
      }
      if (!hasOther && owner.head.kind === "union" && !owner.head.closed) {
        hasOther = true;
        tags.push("other");
      }
    }
    return tags;
  }

  #compute(example: ExampleDefinition): Json | undefined {
    const height = this.#references.heightOf(example);
    const value = height > deepest ? undefined : this.#read(example);
    // Examples that include an example that is too large are not reported.
    if (height === deepest + 1 || (value !== undefined && !this.#isSmall(value))) {
      this.#context.program.report(diagnostics.exampleTooLarge(example.source.node.span, example.label));
      return undefined;
    }
    return value;
  }

  #isSmall(value: Json): boolean {
    const { size, height } = this.#measure(value);
    return size <= largest && height <= deepest;
  }

  /** Returns the number of values inside a value, and its depth. Included examples have already been measured. */
  #measure(value: Json): Measure {
    if (typeof value !== "object" || value === null) {
      return scalarMeasure;
    }
    const earlierMeasure = this.#measures.get(value);
    if (earlierMeasure !== undefined) {
      return earlierMeasure;
    }
    let [size, height] = [1, 1];
    for (const member of Object.values<Json>(value)) {
      const inner = this.#measure(member);
      size += inner.size;
      height = Math.max(height, inner.height + 1);
    }
    const measure = { size, height };
    this.#measures.set(value, measure);
    return measure;
  }

  #read(example: ExampleDefinition): Json | undefined {
    if (example.type.head.kind === "union") {
      return this.#unionValue(example);
    }
    const subtypes = this.#context.subtypes.get(example.type);
    return subtypes === undefined ? this.#structValue(example) : this.#subtypeValue(example, subtypes);
  }

  /** EX-2, EX-7 */
  #structValue(example: ExampleDefinition): Json | undefined {
    const { report, suggestions } = this.#context.program;
    const { type, label, source } = example;
    const { node, entries } = source;
    const fields = this.#fields.get(type);
    const entriesByName = new Map(entries.map((entry) => [entry.name.text, entry]));
    const names = new Set(fields.map(({ name }) => name));
    const suggestedNames = new Set<string | undefined>();
    for (const entry of entries) {
      const name = entry.name.text;
      if (!names.has(name)) {
        const unset = suggestions.nearest(name, () => [...names].filter((candidate) => !entriesByName.has(candidate)));
        // An entry named like a missing field is a misspelling, even if the type has fields that could not be read.
        if (unset !== undefined || !mayBeIncomplete(type, this.#context.parents)) {
          const nearest = unset ?? suggestions.nearest(name, () => names);
          suggestedNames.add(nearest);
          report(diagnostics.exampleUnknownField(entry.span, type.name, name, nearest));
        }
      }
    }
    let complete = entries.every(({ name }) => names.has(name.text));
    const members: [string, Json][] = [];
    for (const field of fields) {
      const entry = entriesByName.get(field.name);
      if (entry === undefined) {
        if (!field.hasDefault && field.type !== undefined && field.type.kind !== "nullable") {
          if (!suggestedNames.has(field.name)) {
            const finding = diagnostics.exampleMissingField(node.span, label, field.name);
            report(withRelated(finding, fieldNode(field).span, "declared here"));
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
      const value = field.type && this.#fit(field.type, entry.value, { example, entry, field: field.name });
      if (value === undefined) {
        complete = false;
      } else if (value !== null) {
        members.push([field.name, value]);
      }
    }
    return complete ? Object.fromEntries(members) : undefined;
  }

  /** EX-4, EX-10 */
  #subtypeValue(example: ExampleDefinition, subtypes: readonly SubtypeInfo[]): Json | undefined {
    const { report, suggestions } = this.#context.program;
    const { node, entries } = example.source;
    const [entry, second] = entries;
    if (entry === undefined || second !== undefined) {
      report(diagnostics.exampleOneSubtype(node.span, example.label, entries.length));
      return undefined;
    }
    const tag = entry.name.text;
    const subtype = subtypes.find((candidate) => candidate.tag === tag);
    if (subtype === undefined) {
      const nearest = suggestions.nearest(tag, () => subtypes.map((candidate) => candidate.tag));
      report(diagnostics.exampleUnknownSubtype(entry.span, example.type.name, tag, nearest));
      return undefined;
    }
    if (entry.value.kind !== "word") {
      const span = spanOnLine(entry.span, entry.value.span);
      report(diagnostics.exampleSubtypeLabel(span, subtype.type.name));
      return undefined;
    }
    const value = this.#labelled(subtype.type, entry.value.text, entry.value.span, { example, entry, field: tag });
    return isObject(value) ? { ".tag": tag, ...value } : undefined;
  }

  /** EX-3, EX-9 */
  #unionValue(example: ExampleDefinition): Json | undefined {
    const { report, suggestions } = this.#context.program;
    const { type, label, source } = example;
    const { node, entries } = source;
    const [entry, second] = entries;
    if (entry === undefined || second !== undefined) {
      report(diagnostics.exampleOneTag(second?.span ?? node.span, label, entries.length));
      return undefined;
    }
    const tag = entry.name.text;
    const fields = this.#fields.get(type);
    const field = fields.find(({ name }) => name === tag);
    const isOther = tag === "other" && isOpen(type, this.#context.parents);
    if (field === undefined && !isOther) {
      if (!mayBeIncomplete(type, this.#context.parents)) {
        const nearest = suggestions.nearest(tag, () => fields.map(({ name }) => name));
        report(diagnostics.exampleUnknownTag(entry.span, type.name, tag, nearest));
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
        report(diagnostics.exampleVoidTag(spanOnLine(entry.span, entry.value.span), tag));
        return undefined;
      }
      return { ".tag": tag };
    }
    const value = this.#fit(tagType, entry.value, { example, entry, field: tag });
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
    const { program, resolver } = this.#context;
    const bare = resolver.bare(type);
    const definition = bare?.kind === "ref" ? referred(program, bare) : undefined;
    return definition?.kind === "type" && definition.head.kind === "struct" && !definition.head.hasSubtypes;
  }

  /** Returns the JSON of a value if the type accepts it (EX-5, EX-8); otherwise undefined, with a report. */
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
    if (isPrimitive(bare)) {
      const fit = fitPrimitive(bare, value);
      if (!fit.ok) {
        return this.#refuse(place, value.span, fit.reason);
      }
      this.#warn(place.entry, value.span, place.field, refusalReason(bare, fit.value));
      return fit.value;
    }
    switch (bare.kind) {
      case "ref": {
        const definition = referred(program, bare);
        if (definition.kind !== "type") {
          return undefined;
        }
        if (value.kind !== "word") {
          const span = spanOnLine(place.entry.span, value.span);
          program.report(diagnostics.exampleNeedsLabel(span, definition.name));
          return undefined;
        }
        return this.#labelled(definition, value.text, value.span, place);
      }
      case "list":
        if (value.kind !== "list") {
          return this.#refuse(place, value.span, `expected a list, found ${describe(value)}`);
        }
        return this.#fitList(bare, value, place);
      case "map":
        if (value.kind !== "map") {
          return this.#refuse(place, value.span, `expected a map, found ${describe(value)}`);
        }
        return this.#fitMap(bare, value, place);
      case "void":
        return this.#refuse(place, value.span, `expected null, found ${describe(value)}`);
      case "nullable":
        return undefined; // inside another nullable type, which has been reported
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

  /** Returns the value of the example with this label, or else of the tag without a value with this name (EX-6). */
  #labelled(type: TypeDefinition, label: string, span: Span, place: Place): Json | undefined {
    const { program, fields, parents } = this.#context;
    const example = type.examples.get(label);
    if (example !== undefined) {
      if (this.#references.closesCircle(place.example, example)) {
        program.report(diagnostics.exampleContainsItself(spanOnLine(place.entry.span, span), label));
        return undefined;
      }
      return this.#value.get(example);
    }
    if (type.head.kind === "union" && tagProblem(label, type, fields, parents) === undefined) {
      const tag = this.#fields.get(type).find(({ name }) => name === label);
      this.#warn(place.entry, span, place.field, tag === undefined ? otherReason : hiddenReason(tag));
      return { ".tag": label };
    }
    if (!mayBeIncomplete(type, this.#context.parents)) {
      const labels = this.#listLabels(type);
      const nearest = program.suggestions.nearest(label, () => labels);
      const finding = diagnostics.exampleUnknownLabel(span, type.name, label, nearest);
      program.report(
        withRelated(
          finding,
          type.node.span,
          labels.length === 0 ? "has no examples" : `existing examples: ${listed(labels)}`,
        ),
      );
    }
    return undefined;
  }

  /** Returns all labels of a type, in source order. */
  #listLabels(type: TypeDefinition): readonly string[] {
    return [...type.examples.keys(), ...(type.head.kind === "union" ? this.#voidTags.get(type) : [])];
  }

  /** Reports that strict decoding rejects the value of an entry, if there is a reason. */
  #warn(entry: ast.ExampleEntry, detail: Span, name: string, reason: string | undefined): void {
    if (reason !== undefined) {
      this.#context.program.report(diagnostics.exampleRefused(spanOnLine(entry.span, detail), name, reason));
    }
  }

  #refuse(place: Place, detail: Span, reason: string): undefined {
    const span = spanOnLine(place.entry.span, detail);
    this.#context.program.report(diagnostics.exampleValue(span, place.field, reason));
  }

  #orderFields(type: TypeDefinition): FieldInfo[] {
    const all = allFields(type, this.#context.fields, this.#context.parents);
    const isOptional = (field: FieldInfo): boolean => field.type?.kind === "nullable" || field.hasDefault;
    return [...all.filter((field) => !isOptional(field)), ...all.filter(isOptional)];
  }

  /** Reports the examples beyond the total limit, in source order. */
  checkTogether(): void {
    const { program } = this.#context;
    if ([...program.scopes.values()].reduce((sum, scope) => sum + this.sizes.get(scope), 0) <= largestTogether) {
      return;
    }
    let size = 0;
    for (const type of listDefinitions(this.#context.program, "type")) {
      for (const example of type.scope.name === schemaNamespace ? [] : type.examples.values()) {
        size += this.#measure(this.#value.get(example) ?? null).size;
        if (size > largestTogether) {
          this.#context.program.report(diagnostics.exampleTooLarge(example.source.node.span, example.label));
        }
      }
    }
  }
}

const otherReason = "`other` represents unknown tags and is never sent";

/**
 * Returns the reason why decoders reject a field or tag that exists only for some callers; undefined if it exists for
 * all.
 */
function hiddenReason({ applied: { omittedCaller } }: FieldInfo): string | undefined {
  return omittedCaller === undefined ? undefined : `it is visible only to "${omittedCaller}" callers`;
}

function listed(names: readonly string[]): string {
  return names.length <= 8 ? names.join(", ") : `${names.slice(0, 8).join(", ")} and ${names.length - 8} more`;
}

function defaultJson(value: Value): Json {
  return typeof value === "object" && value !== null ? { ".tag": value.tag } : value;
}
