import { Hono, type Context } from "hono";

/** A server for `spec`, written without Ashlar. */
export function createNotesServer(token: string): Hono {
  const app = new Hono().basePath("/2/notes");
  const notes = new Map<number, Record<string, unknown>>();
  const attachments = new Map<number, { name: string; content: ArrayBuffer }>();
  let nextId = 1;

  const notFound = (c: Context): Response =>
    c.json({ error_summary: "not_found", error: { ".tag": "lookup", lookup: { ".tag": "not_found" } } }, 409);

  function page(tag: string | undefined, limit: number, offset: number): unknown {
    const all = [...notes.values()].filter((note) => !tag || (note["tags"] as string[]).includes(tag)).reverse();
    const next = offset + limit;
    return { notes: all.slice(offset, next), cursor: `${tag ?? ""}:${limit}:${next}`, has_more: all.length >= next };
  }

  app.use(async (c, next) => {
    if (c.req.path.endsWith("get_attachment") || c.req.header("Authorization") === `Bearer ${token}`) {
      return next();
    }
    return c.json({ error: "Please log in" }, 401);
  });

  app.post("/create", async (c) => {
    const arg = await c.req.json();
    if (!arg.title || !Array.isArray(arg.tags)) {
      return c.text("title and tags are required", 400);
    }
    if ([...notes.values()].some((note) => note["title"] === arg.title)) {
      return c.json({ error_summary: "title_taken/...", error: { ".tag": "title_taken" } }, 409);
    }
    const note = { id: nextId++, text: "", due: null, ...arg, created: new Date().toISOString() };
    notes.set(note.id, note);
    return c.json(note);
  });

  app.post("/get", async (c) => {
    const note = notes.get((await c.req.json()).id);
    return note === undefined ? notFound(c) : c.json(note);
  });

  app.post("/edit", async (c) => {
    const { id, ...changes } = await c.req.json();
    const note = notes.get(Number(id));
    if (note === undefined) {
      return notFound(c);
    }
    Object.assign(note, changes);
    return c.json(note);
  });

  app.post("/delete", async (c) => {
    const { id } = await c.req.json();
    return notes.delete(id) ? c.json({}) : notFound(c);
  });

  app.post("/list", async (c) => {
    const { limit = 10, tag } = await c.req.json();
    return c.json(page(tag, limit, 0));
  });

  app.post("/list/continue", async (c) => {
    const [tag, limit, offset] = (await c.req.json()).cursor.split(":");
    return c.json(page(tag, Number(limit), Number(offset)));
  });

  app.post("/attach", async (c) => {
    const { id, name } = JSON.parse(c.req.header("Service-API-Arg") ?? "{}");
    if (!notes.has(id)) {
      return notFound(c);
    }
    const content = await c.req.arrayBuffer();
    attachments.set(id, { name, content });
    return c.json({ note: id, name, size: content.byteLength });
  });

  app.post("/get_attachment", (c) => {
    const { id } = JSON.parse(c.req.header("Service-API-Arg") ?? "{}");
    const attachment = attachments.get(id);
    if (attachment === undefined) {
      return c.json({ error_summary: "lookup/not_found/", error: { ".tag": "not_found" } }, 404);
    }
    const { name, content } = attachment;
    c.header("Service-API-Result", JSON.stringify({ note: id, name, size: content.byteLength }));
    return c.body(content);
  });

  return app;
}
