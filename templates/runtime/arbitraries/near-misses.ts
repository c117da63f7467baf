import { constant, oneof, type Arbitrary } from "fast-check";
import type { MismatchCode } from "../codecs/codec-error.js";
import type { Shape, Shapes } from "./shape.js";
import { valuesOf, type Form } from "./values.js";

/** JSON that a strict decoder refuses, and the code of its `DecodeError`. */
export interface NearMiss {
  readonly json: unknown;
  readonly code: MismatchCode;
}

const message: Form = { hasBigints: false, hasDates: false, isMessage: true, hasNewer: false };

/** Messages that are nearly those of a shape. */
export function nearMisses(root: Shape, shapes: Shapes): Arbitrary<NearMiss> {
  const shape = resolve(root, shapes);
  const [first = constant<NearMiss>({ json: 7, code: "wrong-type" }), ...others] =
    shape.kind === "struct"
      ? missesOfStruct(shape, shapes, valuesOf(shape, shapes, message))
      : missesOf(shape).map((miss) => constant(miss));
  return oneof(first, ...others);
}

/** The shape that references lead to, without `null`. */
function resolve(shape: Shape, shapes: Shapes): Shape {
  if (shape.kind === "nullable") {
    return resolve(shape.of, shapes);
  }
  const target = shape.kind === "ref" ? shapes[shape.name] : undefined;
  return target === undefined ? shape : resolve(target, shapes);
}

function missesOfStruct(
  { fields }: Extract<Shape, { kind: "struct" }>,
  shapes: Shapes,
  messages: Arbitrary<unknown>,
): Arbitrary<NearMiss>[] {
  const changed = (
    code: MismatchCode,
    change: (members: Readonly<Record<string, unknown>>) => object,
  ): Arbitrary<NearMiss> => messages.map((json) => ({ json: change(json as Readonly<Record<string, unknown>>), code }));
  return [
    changed("unknown-field", (members) => ({ ...members, no_such_field: 1 })),
    ...fields.flatMap(({ name, of, isOptional, hasDefault }) => {
      const missing = changed("missing-field", (members) =>
        Object.fromEntries(Object.entries(members).filter(([each]) => each !== name)),
      );
      const wrong = missesOf(resolve(of, shapes)).map(({ json, code }) =>
        changed(code, (members) => Object.fromEntries([...Object.entries(members), [name, json]])),
      );
      return isOptional === true || hasDefault === true ? wrong : [missing, ...wrong];
    }),
  ];
}

/** What is no value of a shape. */
function missesOf(shape: Shape): NearMiss[] {
  switch (shape.kind) {
    case "integer":
      return [
        { json: "7", code: "wrong-type" },
        ...[Number(shape.min) - 1, Number(shape.max) + 1]
          .filter((value) => Number.isSafeInteger(value))
          .map((json): NearMiss => ({ json, code: "out-of-range" })),
      ];
    case "text": {
      const { min, max = Infinity } = shape;
      return [
        { json: 7, code: "wrong-type" },
        ...(min > 0 && min <= 1_000 ? [{ json: "a".repeat(min - 1), code: "too-short" } as const] : []),
        ...(max <= 1_000 ? [{ json: "a".repeat(max + 1), code: "too-long" } as const] : []),
      ];
    }
    case "bytes":
      return [
        { json: 7, code: "wrong-type" },
        { json: "*", code: "bad-base64" },
      ];
    case "list":
      return [{ json: {}, code: "wrong-type" }];
    case "union":
      return [
        { json: { ".tag": "no such tag" }, code: "unknown-tag" },
        { json: {}, code: "missing-tag" },
      ];
    case "float":
      return [{ json: "7", code: "wrong-type" }];
    case "void":
    case "boolean":
    case "map-key":
    case "texts":
    case "timestamp":
    case "map":
    case "nullable":
    case "ref":
    case "struct":
      return [{ json: 7, code: "wrong-type" }];
  }
}
