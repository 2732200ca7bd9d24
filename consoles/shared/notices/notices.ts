import { ExternalStore } from '../state/external-store.ts';
import type { Tone } from '../ui/banner.tsx';

export interface Notice {
  id: number;
  tone: Tone;
  title: string;
  detail?: string | undefined;
  action?: { label: string; run(): void } | undefined;
  /** Milliseconds; left out: the usual time. */
  stays?: number;
}

type NewNotice = Omit<Notice, 'id'>;

/** Milliseconds a notice stays; longer with an action. */
const STAYS = 6_000;
const STAYS_WITH_ACTION = 12_000;
const STAYS_REFUSED = 10_000;
const MAX_NOTICES = 4;

/** Visible notices, oldest first. */
export const notices = new ExternalStore<readonly Notice[]>([]);
let lastId = 0;
/** Notices are pointed at or contain the focus: they stay until that ends. */
let held = false;

export function dismiss(id: number): void {
  notices.set(notices.get().filter((notice) => notice.id !== id));
}

/** While held, notices do not expire. */
export function holdNotices(on: boolean): void {
  if (held === on) return;
  held = on;
  if (!on) for (const notice of notices.get()) leaveLater(notice);
}

/** Shows what was done or refused, for a while. A notice with the same text replaces the former. */
export function notify(notice: NewNotice): void {
  lastId += 1;
  const added = { ...notice, id: lastId };
  const others = notices
    .get()
    .filter(({ title, detail }) => title !== notice.title || detail !== notice.detail);
  notices.set([...others.slice(1 - MAX_NOTICES), added]);
  leaveLater(added);
}

function leaveLater({ id, tone, action, stays }: Notice): void {
  const usual = action ? STAYS_WITH_ACTION : tone === 'danger' ? STAYS_REFUSED : STAYS;
  setTimeout(() => {
    if (!held) dismiss(id);
  }, stays ?? usual);
}
