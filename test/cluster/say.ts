/** Writes a measurement between the results of the tests. */
export function say(line: string): void {
  process.stdout.write(`      ${line}\n`);
}
