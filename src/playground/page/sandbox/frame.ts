import type { FromFrame, ToFrame } from "./messages.js";

/*
 * The script of the frame around the sandbox's worker. The frame has its own origin, so that code in the worker cannot access
 * the page. The script forwards messages, and ends the worker if there are too many.
 */

/** The maximum number of messages: more than anyone reads, but too few to block the page. */
const maxMessages = 2000;

let worker: Worker | undefined;

addEventListener("message", ({ data, source }: MessageEvent<ToFrame>) => {
  if (source !== parent) {
    return;
  }
  switch (data.kind) {
    case "start":
      start(data.script, data.id);
      break;
    case "post":
      worker?.postMessage(data.message);
      break;
    case "stop":
      worker?.terminate();
      worker = undefined;
  }
});

function start(script: string, id: number): void {
  worker?.terminate();
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const started = new Worker(url);
  worker = started;
  let left = maxMessages;
  started.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    left--;
    if (left >= 0) {
      send({ id, kind: "message", message: data });
    } else if (left === -1) {
      started.terminate();
      send({ id, kind: "error", text: `The program was stopped after ${maxMessages} messages.` });
    }
  });
  started.addEventListener("error", ({ message }) => {
    send({ id, kind: "error", text: message });
  });
}

function send(message: FromFrame): void {
  parent.postMessage(message, "*");
}

send({ id: 0, kind: "ready" });
