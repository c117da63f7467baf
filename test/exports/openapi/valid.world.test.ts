import { validate } from "@readme/openapi-parser";
import { Ajv2020 } from "ajv/dist/2020.js";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, test } from "vitest";
import { openApi } from "../../../src/exports/openapi/document.js";
import { corpora } from "../../support/corpus.js";
import { apiOf } from "../../support/stone.js";
import { apiNamed } from "./api-named.js";

describe.each(["spec", ...corpora])("OAPI-1: the documents of %s", (name) => {
  const api = apiNamed(name);

  test.each(["codegen", "exact"] as const)(
    "OAPI-1: the documents are valid OpenAPI 3.1, in the profile %s",
    async (profile) => {
      const webhooks = name === "spec" ? { payload: "webhooks.TeamChangeNotification" } : undefined;
      const { document, notes } = openApi(api, { name, profile, binding: { webhooks } });
      const config = await createConfig({ extends: ["recommended"] });
      const source = JSON.stringify(document);
      const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
      const errors = problems.filter(({ severity }) => severity === "error");
      // The path of one route in `corners` is like that.
      const known = notes.filter(({ code }) => code === "path-ends-with-slash").map(() => "no-path-trailing-slash");
      expect(errors.map(({ ruleId }) => ruleId)).toEqual(known);
      expect(document.openapi).toBe("3.1.1");
      expect(await validate(structuredClone(document) as never)).toMatchObject({ valid: true });
    },
  );
});

test("OAPI-1: the document of webhooks without documentation is valid, and each has a summary", async () => {
  const api = apiOf(
    'namespace events\n\nstruct S\n    x String\n\nunion U\n    x\n\nalias A = S\n\nstruct D\n    "Documented."\n    x String\n\nroute r(S, Void, Void)\n    "R."\n',
  );
  const { document } = openApi(api, {
    binding: { webhooks: { payload: ["events.S", "events.U", "events.A", "events.D"] } },
  });
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: "openapi.json", config });
  expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
  const summaries = Object.values(document.webhooks ?? {}).map(
    (item) => (item as { post: { summary: string } }).post.summary,
  );
  expect(summaries).toEqual(["events.S", "events.U", "events.A", "Documented."]);
});

describe.each(["spec", ...corpora])("OAPI-7: the errors of %s", (name) => {
  test.each(["codegen", "exact"] as const)(
    "OAPI-7: the errors have examples, which are valid, in the profile %s",
    (profile) => {
      const api = apiNamed(name);
      const { document } = openApi(api, { name, profile });
      const ajv = new Ajv2020({
        strict: false,
        validateFormats: false,
        ownProperties: true,
        code: { optimize: false },
      });
      ajv.addSchema({ ...document, $id: "api" });
      const invalid = Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods as unknown as Json).flatMap(([method, operation]) => {
          const media = operation["responses"]?.["409"]?.["content"]?.["application/json"];
          if (media === undefined) {
            return [];
          }
          const pointer = `/paths/${path.replaceAll("/", "~1")}/${method}/responses/409/content/application~1json/schema`;
          const isValid = ajv.compile({ $ref: `api#${pointer}` });
          const examples = Object.entries(media["examples"] ?? {});
          expect(examples, path).not.toEqual([]);
          return examples.flatMap(([label, { value }]) => {
            expect(value?.["error_summary"]).toBe(label === "default" ? ".." : `${label}/..`);
            return isValid(value) ? [] : [`${path} ${label}: ${ajv.errorsText(isValid.errors)}`];
          });
        }),
      );
      expect(invalid).toEqual([]);
    },
  );
});

interface Json {
  readonly [name: string]: Json;
}
