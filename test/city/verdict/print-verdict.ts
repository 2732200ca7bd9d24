import { type Difference, RULES, type RuleName } from './evidence/difference.ts';

/** Differences printed per rule; the others are only counted. */
const MAX_LINES_SHOWN = 40;

/** The verdict in words: each rule with what differs, with the ids. */
export function verdictLines(differences: readonly Difference[]): string[] {
  const lines = (Object.keys(RULES) as RuleName[]).flatMap((rule) => {
    const own = differences.filter((difference) => difference.rule === rule);
    if (own.length === 0) return [`  ok      ${RULES[rule]}`];
    const shown = own
      .slice(0, MAX_LINES_SHOWN)
      .map(({ subject, expected, found }) => `          ${subject}: expected ${expected}, found ${found}`);
    const more = own.length > MAX_LINES_SHOWN ? [`          and ${own.length - MAX_LINES_SHOWN} more`] : [];
    return [`  FAILED  ${RULES[rule]}`, ...shown, ...more];
  });
  const end =
    differences.length === 0
      ? 'The day adds up.'
      : `The day does not add up: ${differences.length} difference${differences.length === 1 ? '' : 's'}.`;
  return ['Verdict', ...lines, '', end];
}
