/** Sends text between processes: at most once, fast, and in order as long as the connection holds. */
export interface CommandChannel {
  /** Returns how many listen for that process now; rejects with NotSent when nothing was sent. */
  send(node: string, frame: string): Promise<number>;
  /** Sets the one listener for frames sent to this process. */
  receive(listener: (frame: string) => void): void;
  close(): void;
}

/** The connection is down, and nothing left this process. */
export class NotSent extends Error {}
