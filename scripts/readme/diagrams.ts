import type { TransitionTable } from '../../actors/machines/table.ts';

const TITLES: Readonly<Record<string, string>> = {
  group: 'Order group',
  task: 'Delivery task',
  payment: 'Payment of a group',
  driver: 'Driver',
  shift: 'Shift',
  settlement: 'Settlement',
  seller: 'Seller',
  alert: 'Alert',
};

/** Mermaid state diagrams, one per machine. */
export function stateDiagrams(tables: Readonly<Record<string, TransitionTable>>): string {
  return Object.entries(tables)
    .map(([name, table]) => `**${TITLES[name] ?? name}**\n\n${diagram(table)}`)
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
