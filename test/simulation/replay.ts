/** The command that shows one run again, event by event. @param faults Those that may happen, where not all may. */
export function replayCommand(seed: number, faults: readonly string[] = []): string {
  const only = faults.length === 0 ? '' : ` --faults ${faults.join(',')}`;
  return `npm run test:simulation -- --seed ${seed}${only} --story`;
}
