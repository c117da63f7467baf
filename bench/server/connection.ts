import { once } from "node:events";
import { connect, type Socket } from "node:net";

/**
 * A connection on which one request follows the other. It reads of the answers only what it must, so that the load costs
 * less than what it measures.
 */
export class Connection {
  readonly #socket: Socket;
  /** What has come of an answer, until its head is whole. */
  #head: Buffer = Buffer.alloc(0);
  /** How many bytes of the body are still to come; undefined as long as the head is. */
  #missing: number | undefined;
  #status = 0;
  #answered: (status: number) => void = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    // What is written from now on would be lost without an error, and its answer waited for in vain.
    socket.on("end", () => {
      throw new Error("The server has closed the connection");
    });
  }

  /** Connects to a port of this machine. What breaks the connection ends the process. */
  static async to(port: number): Promise<Connection> {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    await once(socket, "connect");
    return new Connection(socket);
  }

  /** Sends a request; `answered` is called with the status when the answer is whole. */
  send(request: Uint8Array, answered: (status: number) => void): void {
    this.#answered = answered;
    this.#socket.write(request);
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    if (this.#missing === undefined) {
      this.#head = this.#head.byteLength === 0 ? chunk : Buffer.concat([this.#head, chunk]);
      const end = this.#head.indexOf("\r\n\r\n");
      if (end < 0) {
        return;
      }
      this.#missing = this.#lengthOfBody(this.#head.toString("latin1", 0, end)) - (this.#head.byteLength - end - 4);
      this.#head = Buffer.alloc(0);
    } else {
      this.#missing -= chunk.byteLength;
    }
    if (this.#missing === 0) {
      this.#missing = undefined;
      this.#answered(this.#status);
    }
  }

  #lengthOfBody(head: string): number {
    const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(head) ?? [];
    const [, length] = /^content-length: (\d+)/im.exec(head) ?? [];
    if (status === undefined || length === undefined) {
      throw new Error(`The answer is not as expected:\n${head}`);
    }
    this.#status = Number(status);
    return Number(length);
  }
}
