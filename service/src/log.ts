import { pino, type Logger } from "pino";

/**
 * Returns a logger that writes JSON lines to the standard output. Lines are written synchronously, because lines in a buffer
 * are lost when the process is killed, and passing a line to another thread costs more than writing it.
 */
export function createLog(level: string): Logger {
  return pino({ level }, pino.destination({ fd: 1, sync: true }));
}
