// The live-events part of an API process, run as a child process. A token is the id of its account.
import { caller, startLive } from './live-fixture.ts';

const [namespace = '', heartbeatEvery = ''] = process.argv.slice(2);
const live = await startLive({
  namespace,
  heartbeatEvery: Number(heartbeatEvery),
  callers: {
    resolveToken: async (accountId) => ({
      caller: caller({ accountId }),
      expiresAt: new Date(Date.now() + 3_600_000),
    }),
  },
});
process.send?.(live.url);
process.on('disconnect', () => process.exit());
