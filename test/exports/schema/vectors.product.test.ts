import { describe } from "vitest";
import { testSchemas } from "./test-schemas.js";

describe("the schemas of wirelab", () => {
  testSchemas("wirelab", { every: 1, everyMutated: 2, mutations: 2 });
});
