import type { components } from '../../kernel/http/api-types.ts';
import type { OutsideTask } from './outside-tasks.ts';
import type { Zone } from './zone-store.ts';

export function renderZone(zone: Zone): components['schemas']['Zone'] {
  return {
    id: zone.id,
    name: { en: zone.nameEn, ar: zone.nameAr },
    priority: zone.priority,
    geometry: zone.geometry as components['schemas']['ZoneGeometry'],
    active: zone.active,
    version: zone.version,
    createdAt: zone.createdAt.toISOString(),
    updatedAt: zone.updatedAt.toISOString(),
  };
}

const MAX_WARNINGS = 100;

export function renderWarnings(outside: readonly OutsideTask[]): components['schemas']['ZoneRemoval'] {
  const warnings = outside.slice(0, MAX_WARNINGS).map(({ round: _, status, ...task }) => ({
    code: 'OUTSIDE_ZONES' as const,
    ...task,
    status: status as components['schemas']['TaskStatus'],
  }));
  return { warnings, warningCount: outside.length };
}
