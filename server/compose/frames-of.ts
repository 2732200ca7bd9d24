import type { FrameKey, FrameRefusal } from '../../db/redis/frames.ts';
import { Frames } from '../../db/redis/frames.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import type { Base } from './compose-base.ts';

/** Milliseconds between two log lines about refused frames of one kind: an attacker must not fill the log. */
const LOG_EVERY_MS = 10_000;

/** What signs and checks the messages of one connection to Redis. @param channel Its name in metrics and log. */
export function framesOf(
  { secrets, metrics, log }: Pick<Base, 'secrets' | 'metrics' | 'log'>,
  channel: string,
): Frames {
  let reported = Number.NEGATIVE_INFINITY;
  let unreported = 0;
  const onRefused = (because: FrameRefusal) => {
    metrics.frameRefused(channel, because);
    const now = performance.now();
    unreported += 1;
    if (now - reported < LOG_EVERY_MS) return;
    log.warn({ channel, because, count: unreported }, 'messages from Redis were refused');
    reported = now;
    unreported = 0;
  };
  return new Frames({ key: frameKey(secrets), onRefused });
}

export function frameKey(secrets: Pick<Secrets, 'sign' | 'isSigned'>): FrameKey {
  return {
    sign: (...parts) => secrets.sign('frame', ...parts),
    isSigned: (signature, ...parts) => secrets.isSigned('frame', signature, ...parts),
  };
}
