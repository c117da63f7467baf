import type { Api } from "../../ir/api.js";
import { buildOpenApi } from "../../exports/openapi/document.js";
import { printOpenApi } from "../../exports/openapi/print.js";
import { packageOptions } from "./package-options.js";

/** Returns the OpenAPI document of an API, as YAML. */
export function openApiText(api: Api): Promise<string> {
  return printOpenApi(buildOpenApi(api, packageOptions).document, "yaml");
}
