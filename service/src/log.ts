import { pino, type Logger } from "pino";

/**
 * Logs JSON lines to the standard output. They are written synchronously, because lines in a buffer are lost when the process
 * is killed, and passing each line to a thread costs more than writing it.
 */
export function createLog(level: string): Logger {
  return pino({ level }, pino.destination({ fd: 1, sync: true }));
}
