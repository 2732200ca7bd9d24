/** Carries text between processes: at most once, quickly, and in order while it carries at all. */
export interface Line {
  /** Gives how many listen for that process now; rejects with NotSent when nothing was sent. */
  send(node: string, frame: string): Promise<number>;
  /** Frames sent to this process. One listener. */
  receive(listener: (frame: string) => void): void;
  close(): void;
}

/** The line is down, and nothing left this process. */
export class NotSent extends Error {}
