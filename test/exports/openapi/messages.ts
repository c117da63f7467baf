import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { apiFacts, type ApiFacts } from "../../../src/emitters.js";
import type { Api, Namespace, Route } from "../../../src/ir/api.js";
import { openApi, type OpenApiDocument, type OpenApiOptions } from "../../../src/exports/openapi/document.js";

export type Part = "arg" | "result" | "error";

type Json = Readonly<Record<string, unknown>>;

/** Validators for the messages of the operations of an OpenAPI document. */
export class MessageValidators {
  readonly document: OpenApiDocument;
  readonly #facts: ApiFacts;
  // Only whether a message is valid is asked: no text of errors, and no code that is worth optimizing.
  readonly #ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    ownProperties: true,
    inlineRefs: false,
    messages: false,
    code: { optimize: false },
  });

  constructor(api: Api, options: OpenApiOptions) {
    this.#facts = apiFacts(api, { name: "api", version: "0.0.0", binding: options.binding ?? {} });
    this.document = openApi(api, options).document;
    this.#ajv.addSchema({ ...this.document, $id: "api" });
  }

  /** Whether a message is valid; undefined if the operation has none. */
  accepts(namespace: Namespace, route: Route, part: Part, value: unknown): boolean | undefined {
    const pointer = this.#pointer(namespace, route, part);
    return pointer === undefined ? undefined : this.#validator(pointer)(value);
  }

  #validator(pointer: readonly string[]): ValidateFunction {
    const path = pointer.map((segment) => segment.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
    return this.#ajv.getSchema(`api#/${path}`) ?? this.#ajv.compile({ $ref: `api#/${path}` });
  }

  /** Where the schema of a message is in the document. */
  #pointer(namespace: Namespace, route: Route, part: Part): readonly string[] | undefined {
    const path = this.#facts.path(namespace, route);
    const operation = ["paths", path, "post"];
    const media = ["content", "application/json", "schema"];
    const places: Readonly<Record<Part, readonly (readonly string[])[]>> = {
      arg: [
        ["requestBody", ...media],
        ["parameters", "0", ...media],
      ],
      result: [
        ["responses", "200", ...media],
        ["responses", "200", "headers", "Service-API-Result", ...media],
        ["responses", "200", "headers", "Dropbox-API-Result", ...media],
      ],
      error: [["responses", "409", ...media, "properties", "error"]],
    };
    return places[part].map((place) => [...operation, ...place]).find((place) => this.#find(place) !== undefined);
  }

  #find(pointer: readonly string[]): unknown {
    return pointer.reduce<unknown>(
      (at, segment) => (typeof at === "object" && at !== null ? (at as Json)[segment] : undefined),
      this.document,
    );
  }
}
