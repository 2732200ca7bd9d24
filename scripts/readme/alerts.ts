import { ALERT_TEXTS } from '../../server/dispatch/alerts/alerts.ts';
import { CRITICAL_WHEN_AR, FOUND_BY_AR, RAISED_WHEN_AR } from './arabic/alert-words.ts';

type Kind = keyof typeof ALERT_TEXTS;

/** A Markdown table of the kinds of alert. */
export function alertTable(): string {
  const rows = Object.entries(ALERT_TEXTS).map(
    ([kind, { raisedWhen, severity, escalates, criticalWhen, foundBy }]) => {
      const worse = criticalWhen === undefined ? '' : `, CRITICAL when ${criticalWhen}`;
      return `| ${kind} | ${raisedWhen} | ${severity}${escalates === true ? ' ↑' : ''}${worse} | ${foundBy} |`;
    },
  );
  return ['| kind | raised when | severity | found by |', '|---|---|---|---|', ...rows].join('\n');
}

/** The same in Arabic. Throws if words are missing that are not keys of a type. */
export function alertTableAr(): string {
  const rows = (Object.keys(ALERT_TEXTS) as Kind[]).map((kind) => {
    const { severity, escalates, criticalWhen, foundBy } = ALERT_TEXTS[kind];
    const worse = criticalWhen === undefined ? '' : `، وCRITICAL ${inArabic(CRITICAL_WHEN_AR, criticalWhen)}`;
    return `| ${kind} | ${RAISED_WHEN_AR[kind]} | ${severity}${escalates === true ? ' ↑' : ''}${worse} | ${inArabic(FOUND_BY_AR, foundBy)} |`;
  });
  return ['| النوع | متى يُرفع | الدرجة | من يكتشفه |', '|---|---|---|---|', ...rows].join('\n');
}

function inArabic(words: Readonly<Record<string, string>>, english: string): string {
  const found = words[english];
  if (found === undefined) throw new Error(`scripts/readme/arabic/alert-words.ts lacks "${english}"`);
  return found;
}
