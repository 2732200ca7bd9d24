import { ALERT_TEXTS } from '../../server/dispatch/alerts/alerts.ts';

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
