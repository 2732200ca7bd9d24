/** A pushed message: the notification's text and its subject. */
interface PushedMessage {
  id: string;
  kind: string;
  locale: 'en' | 'ar';
  title: string;
  body: string;
  data: Record<string, unknown>;
}

export interface ShownMessage {
  title: string;
  options: NotificationOptions & { renotify?: boolean; vibrate?: number[]; data: { path: string } };
}

const ICON = '/driver/icons/icon-192.png';
/** Vibration pattern: milliseconds of vibration and pause in turn. */
const OFFER_SHAKES = [400, 200, 400, 200, 800];

/** How a pushed message is shown on the phone; null if it is not one of ours. */
export function shownMessage(text: string): ShownMessage | null {
  const message = read(text);
  if (message === null) return null;
  const { id, kind, locale, title, body, data } = message;
  const isOffer = kind === 'TASK_OFFERED';
  const { taskId } = data;
  const aboutTask = typeof taskId === 'string' && kind !== 'TASK_WITHDRAWN' && !isOffer;
  return {
    title,
    options: {
      body,
      lang: locale,
      dir: locale === 'ar' ? 'rtl' : 'ltr',
      icon: ICON,
      badge: ICON,
      // A message pushed twice is shown once.
      tag: id,
      requireInteraction: isOffer,
      ...(isOffer ? { vibrate: OFFER_SHAKES } : {}),
      // The offer itself is on the first screen.
      data: { path: aboutTask ? `/driver/tasks/${taskId}` : isOffer ? '/driver/' : '/driver/notifications' },
    },
  };
}

function read(text: string): PushedMessage | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { id, kind, locale, title, body, data } = value as Partial<Record<keyof PushedMessage, unknown>>;
  if (typeof id !== 'string' || typeof kind !== 'string') return null;
  if (typeof title !== 'string' || typeof body !== 'string') return null;
  const about = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
  return { id, kind, locale: locale === 'ar' ? 'ar' : 'en', title, body, data: about };
}
