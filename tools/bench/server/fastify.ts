import type { Server } from "node:http";
import { fastify } from "fastify";
import type { Task } from "./scenarios.js";

/** Returns the same route on Fastify, with schemas for its body, result and error. */
export async function fastifyServer({ scenario, wire, schemas }: Task): Promise<Server> {
  const { status, answer, arg } = scenario;
  if (schemas === undefined) {
    throw new Error(`there are no schemas for ${scenario.name}`);
  }
  const { $defs, ...ofError } = schemas.error as { readonly $defs?: object };
  const error = { type: "object", properties: { error_summary: { type: "string" }, error: ofError }, $defs };
  // As strict as our server: by default, ajv would coerce "1" to 1, and remove unknown fields.
  const customOptions = { discriminator: true, strict: false, coerceTypes: false, removeAdditional: false } as const;
  const app = fastify({ ajv: { customOptions } });
  app.post(
    wire.prefix + scenario.route,
    { schema: { ...(arg !== "" && { body: schemas.arg }), response: { 200: schemas.result, 409: error } } },
    (_request, reply) => {
      return status === 409
        ? reply.code(409).send({ error_summary: "path/not_found/.", error: answer })
        : reply.code(200).send(answer);
    },
  );
  await app.ready();
  return app.server;
}
