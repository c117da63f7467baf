import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { Api } from "../../../src/ir/api.js";
import { writeJsonSchemas, type JsonSchemaOptions } from "../../../src/exports/schema/documents.js";

export type View = "write" | "read";

/** Validators for the definitions of an API's JSON Schema documents, by Ajv as strict as it gets and without plug-ins. */
export class Validators {
  readonly #ajv = new Ajv2020({
    strict: true,
    strictTypes: true,
    strictRequired: true,
    ownProperties: true,
    inlineRefs: false,
    // Only whether a value is accepted is asked: no text of errors, and no code that is worth optimizing.
    messages: false,
    code: { optimize: false },
  });

  constructor(api: Api, options: JsonSchemaOptions = {}) {
    const { write, read } = writeJsonSchemas(api, { ...options, name: "test" });
    this.#ajv.addSchema([JSON.parse(write) as object, JSON.parse(read) as object]);
  }

  /** Whether the definition accepts a value. */
  accepts(view: View, definition: string, value: unknown): boolean {
    return this.#validator(view, definition)(value);
  }

  #validator(view: View, definition: string): ValidateFunction {
    const pointer = definition.replaceAll("~", "~0").replaceAll("/", "~1");
    const validate = this.#ajv.getSchema(`urn:ashlar:test:${view}#/$defs/${pointer}`);
    if (validate === undefined) {
      throw new Error(`The ${view} document has no definition ${definition}.`);
    }
    return validate as ValidateFunction;
  }
}
