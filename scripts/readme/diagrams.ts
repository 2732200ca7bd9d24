import type { TransitionTable } from '../../actors/machines/table.ts';

const TITLES = {
  en: {
    group: 'Order group',
    task: 'Delivery task',
    payment: 'Payment of a group',
    driver: 'Driver',
    shift: 'Shift',
    route: 'Route',
    settlement: 'Settlement',
    seller: 'Seller',
    alert: 'Alert',
  },
  ar: {
    group: 'طلب البائع',
    task: 'مهمة التوصيل',
    payment: 'دفع طلب البائع',
    driver: 'السائق',
    shift: 'الوردية',
    route: 'المسار',
    settlement: 'التسوية',
    seller: 'البائع',
    alert: 'التنبيه',
  },
} satisfies Record<string, Record<string, string>>;

/** Mermaid state diagrams, one per machine. Throws if one has no title. */
export function stateDiagrams(
  tables: Readonly<Record<string, TransitionTable>>,
  locale: keyof typeof TITLES,
): string {
  const titles: Readonly<Record<string, string>> = TITLES[locale];
  return Object.entries(tables)
    .map(([name, table]) => {
      const title = titles[name];
      if (title === undefined) throw new Error(`scripts/readme/diagrams.ts has no title for ${name}`);
      return `**${title}**\n\n${diagram(table)}`;
    })
    .join('\n\n');
}

function diagram(table: TransitionTable): string {
  const arrows = new Map<string, string[]>();
  for (const [state, row] of Object.entries(table)) {
    for (const [command, transition] of Object.entries(row)) {
      if (transition === undefined) continue;
      for (const target of [transition.to, transition.or]) {
        if (target === undefined) continue;
        const key = `${state} --> ${target}`;
        arrows.set(key, [...(arrows.get(key) ?? []), `${command} (${transition.roles.join(', ')})`]);
      }
    }
  }
  const lines = [...arrows].map(([key, labels]) => `  ${key}: ${labels.join(' / ')}`);
  return ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n');
}
