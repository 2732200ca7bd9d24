import { type FrameRefusal, Frames } from '../../db/redis/frames.ts';
import { frameKey } from '../../server/compose/frames-of.ts';
import { Secrets } from '../../server/kernel/security/secrets.ts';

const SECRET = 'test-application-secret-0123456789abcdef';

/** What signs the messages of one connection. Instances with the same secret accept each other's. */
export function testFrames({
  refused = [],
  secret = SECRET,
  now = Date.now,
}: {
  refused?: FrameRefusal[];
  secret?: string;
  now?: () => number;
} = {}): Frames {
  const key = frameKey(new Secrets({ current: secret, next: null, previous: [] }));
  return new Frames({ key, onRefused: (because) => void refused.push(because), now });
}
