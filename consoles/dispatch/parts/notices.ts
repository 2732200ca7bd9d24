import type { Tone } from '../../shared/ui/banner.tsx';

export interface Notice {
  id: number;
  tone: Tone;
  title: string;
  detail?: string | undefined;
  action?: { label: string; run(): void } | undefined;
}

type NewNotice = Omit<Notice, 'id'>;

/** Milliseconds a notice stays; one with something to press, longer. */
const STAYS = 6_000;
const STAYS_WITH_ACTION = 12_000;
const STAYS_REFUSED = 10_000;
const MOST = 4;

let notices: readonly Notice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

export function currentNotices(): readonly Notice[] {
  return notices;
}

export function subscribeNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function dismiss(id: number): void {
  show(notices.filter((notice) => notice.id !== id));
}

/** Tells what was done or refused, in a corner, for a while. */
export function notify(notice: NewNotice): void {
  lastId += 1;
  const id = lastId;
  show([...notices.slice(1 - MOST), { ...notice, id }]);
  const stays = notice.action ? STAYS_WITH_ACTION : notice.tone === 'danger' ? STAYS_REFUSED : STAYS;
  setTimeout(() => dismiss(id), stays);
}
