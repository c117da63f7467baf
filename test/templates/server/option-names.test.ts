import { describe, expect, test } from "vitest";
import { createHandler, unimplemented } from "../../../generated/src/server/index.js";
import { checkServerOptions, type ServerOptions } from "../../../templates/runtime/server/options.js";
import { memoryStore } from "../../../templates/runtime/server/idempotency.js";

const everyOption: Required<ServerOptions<object>> = {
  authenticate: () => ({}),
  hasPermission: () => true,
  permissions: () => [],
  maxBodyBytes: 1,
  maxUploadBytes: 1,
  bodyTimeoutMs: 1,
  handlerTimeoutMs: 1,
  idempotency: { store: memoryStore(), caller: () => "" },
  allowedOrigins: "*",
  refusalFor: () => undefined,
  onError: () => undefined,
  random: () => 0,
  requestId: () => "1",
  around: [],
  onReply: () => undefined,
};

describe("a misspelt option of a server is a TypeError that names it", () => {
  test.each([
    [{ onErorr: () => undefined }, "There is no option onErorr. Did you mean onError?"],
    [{ file: unimplemented.files }, "There is no option file. Did you mean files?"],
  ])("a misspelt option of a server is a TypeError that names it: %o", (misspelt, message) => {
    const options = { ...unimplemented, ...everyOption, ...misspelt };
    expect(() => createHandler(options)).toThrow(new TypeError(message));
  });

  test.each([
    [{ authenticate: undefined }, "The option authenticate must be a function, not undefined"],
    [{ authenticate: "token" }, 'The option authenticate must be a function, not "token"'],
    [{ maxBodyBytes: -1 }, "The option maxBodyBytes must be a number, not -1"],
    [{ allowedOrigins: "all" }, 'The option allowedOrigins must be "*" or a list, not "all"'],
    [{ files: null }, "The option files must be an object or a Module object, not null"],
    [
      { files: { coppy: () => undefined } },
      "The namespace files has no route for the handler coppy. Did you mean copy?",
    ],
    [{ files: { copy: 5 } }, "The handler files.copy must be a function, not 5"],
  ])("a wrong value of an option of a server is a TypeError that names it: %o", (wrong, message) => {
    const options = { ...unimplemented, ...everyOption, ...wrong };
    expect(() => createHandler(options as never)).toThrow(new TypeError(message));
  });

  test("instances of classes as options of a server may have other methods, and objects other values", () => {
    class Files {
      readonly #root = "/";
      readonly join = (path: string): string => this.#root + path;
    }
    for (const files of [new Files(), { root: "/" }]) {
      expect(() => createHandler({ ...unimplemented, ...everyOption, files } as never)).not.toThrow();
    }
  });

  test("all options of a server and all its namespaces are accepted", () => {
    expect(() => createHandler({ ...unimplemented, ...everyOption })).not.toThrow();
    expect(() => {
      checkServerOptions(everyOption, {});
    }).not.toThrow();
  });
});
