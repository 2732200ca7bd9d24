/** The command that shows one run again, event by event. */
export function replayCommand(seed: number): string {
  return `npm run test:simulation -- --seed ${seed} --story`;
}
