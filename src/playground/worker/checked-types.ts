import { hasTypes, type Context } from "../../generator/facts/context.js";
import { codecsModule } from "../../generator/facts/lazy-namespace.js";
import { jsonText } from "../../site/code/json.js";
import { chosenValue } from "../../values/chosen-value.js";
import type { CheckedType } from "../messages.js";

/** Returns the types whose JSON can be checked, each with a valid value. */
export function checkedTypes(context: Context): CheckedType[] {
  const { api, lookup, naming } = context;
  return api.namespaces
    .filter((namespace) => hasTypes(namespace))
    .flatMap((namespace) =>
      namespace.types.map(({ name }): CheckedType => {
        const type = { namespace: namespace.name, name };
        const value = chosenValue({ kind: "ref", ...type }, lookup);
        return {
          name: `${namespace.name}.${name}`,
          module: `dist/${codecsModule(namespace, context)}.js`,
          decode: `decode${naming.type(type)}`,
          example: value === undefined ? "" : jsonText(value, "indented"),
        };
      }),
    );
}
