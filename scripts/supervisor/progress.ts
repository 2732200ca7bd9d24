/** Prints what is being done and how long it took, one line a step. */
export class Progress {
  private open = false;

  /** Runs `work`; the line ends with what it returns. */
  async step<T>(what: string, work: () => Promise<T>, result?: (value: T) => string): Promise<T> {
    const began = Date.now();
    this.write(`${what} … `);
    this.open = true;
    try {
      const value = await work();
      const outcome = result?.(value) ?? 'done';
      this.end(`${outcome} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
      return value;
    } catch (error) {
      this.end('failed');
      throw error;
    }
  }

  /** A line of its own, also while a step is under way. */
  say(line: string): void {
    this.write(`${this.open ? '\n' : ''}${line}\n`);
    this.open = false;
  }

  private end(outcome: string): void {
    this.write(`${this.open ? '' : '  … '}${outcome}\n`);
    this.open = false;
  }

  private write(text: string): void {
    process.stdout.write(text);
  }
}
