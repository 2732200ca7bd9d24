import type { Finding } from '../evidence/difference.ts';
import type { CityFacts, Rule } from '../evidence/rule.ts';

/** However much went wrong, the alert board remained readable: it never had more alerts than allowed. */
export const alertsRule: Rule = ({ run: { maxAlerts }, alertPeak }: CityFacts): Finding[] => {
  if (maxAlerts === null || alertPeak === null || alertPeak.count <= maxAlerts) return [];
  const kinds = [...alertPeak.kinds].map(([kind, count]) => `${kind} ${count}`).join(', ');
  return [
    {
      subject: `alerts at ${new Date(alertPeak.at).toISOString()}`,
      expected: `at most ${maxAlerts} open`,
      found: `${alertPeak.count}: ${kinds}`,
    },
  ];
};
