import type { Logger } from 'pino';

interface Running {
  close(): Promise<void>;
}

/** Longer than the limits of all parts together; after that the process is killed. */
const CLOSE_TIMEOUT_MS = 25_000;

/** Sent to a parent process with an IPC channel once everything has started; an API listens by then. */
export const RUNNING = 'running';

/**
 * Starts a process and closes it in order on SIGINT or SIGTERM. A second signal, or a close that hangs, ends it at
 * once.
 */
export async function runUntilSignal(log: Logger, start: () => Promise<Running>): Promise<void> {
  process.on('unhandledRejection', (reason) => {
    log.fatal({ err: reason }, 'unhandled rejection');
    process.exit(1);
  });
  const early = stopWhileStarting(log);
  const running = await start();
  early.cancel();
  // A supervisor must not take another program's answer on the same port for this process's. Without one there is no
  // `send`; one that has gone meanwhile has ended this process already.
  process.send?.(RUNNING, undefined, undefined, () => undefined);
  let closing = false;
  const stop = (signal: NodeJS.Signals) => {
    if (closing) process.exit(130);
    closing = true;
    log.info({ signal }, 'stopping');
    log.flush();
    setTimeout(() => {
      log.fatal('did not stop in time');
      process.exit(1);
    }, CLOSE_TIMEOUT_MS).unref();
    running.close().then(
      () => log.info('stopped'),
      (error: unknown) => {
        log.error({ err: error }, 'failed to stop cleanly');
        process.exitCode = 1;
      },
    );
  };
  for (const signal of SIGNALS) process.on(signal, stop);
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Until there is something to close, a signal ends the process as usual, but after its last log lines are written. */
function stopWhileStarting(log: Logger): { cancel(): void } {
  const stop = (signal: NodeJS.Signals) => {
    log.flush();
    cancel();
    process.kill(process.pid, signal);
  };
  const cancel = () => {
    for (const signal of SIGNALS) process.off(signal, stop);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  return { cancel };
}
