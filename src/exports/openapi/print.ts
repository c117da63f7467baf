import { printJson, type Printed } from "../../ir/print-json.js";

/** Prints a document. In JSON, an operation or a component is one line, which keeps large documents small. */
export async function printOpenApi(document: Printed, format: "json" | "yaml"): Promise<string> {
  if (format === "json") {
    return `${printJson(document, { levels: 3 })}\n`;
  }
  const { stringify } = await import("yaml");
  // Readers of YAML 1.1 would take a bare `yes` for a boolean.
  return stringify(document, { aliasDuplicateObjects: false, compat: "yaml-1.1", lineWidth: 0 });
}
