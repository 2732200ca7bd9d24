import type { components } from '../../kernel/http/api-types.ts';
import type { MomentRow } from './moment-store.ts';

export function renderMoment(row: MomentRow): components['schemas']['PastMoment'] {
  const { at, kind, subject_type: subjectType, subject_id: subjectId, role, reason, data } = row;
  return { at: at.toISOString(), kind, subjectType, subjectId, by: role, reason, data };
}
