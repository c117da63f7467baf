import { once } from "node:events";
import { connect, type Socket } from "node:net";

/**
 * A connection that sends one request again and again. It reads of the answers only what it must, so that the load costs
 * less than what it measures.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #request: Uint8Array;
  readonly #status: number;
  /** What has come of an answer, until its head is whole. */
  #head: Buffer = Buffer.alloc(0);
  /** How many bytes of the body are still to come; undefined as long as the head is. */
  #missing: number | undefined;
  #answered: () => void = () => undefined;

  private constructor(socket: Socket, request: Uint8Array, status: number) {
    this.#socket = socket;
    this.#request = request;
    this.#status = status;
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    // What is written from now on would be lost without an error, and its answer waited for in vain.
    socket.on("end", () => {
      throw new Error("The server has closed the connection");
    });
  }

  /** Connects to a port of this machine. What breaks the connection, or an answer of another status, ends the process. */
  static async to(port: number, request: Uint8Array, status: number): Promise<Connection> {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    await once(socket, "connect");
    return new Connection(socket, request, status);
  }

  /** Sends the request; `answered` is called when the answer is whole. */
  send(answered: () => void): void {
    this.#answered = answered;
    this.#socket.write(this.#request);
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
      this.#answered();
    }
  }

  #lengthOfBody(head: string): number {
    const length = /^content-length: (\d+)/im.exec(head)?.[1];
    if (!head.startsWith(`HTTP/1.1 ${this.#status} `) || length === undefined) {
      throw new Error(`The answer is not as expected:\n${head}`);
    }
    return Number(length);
  }
}
