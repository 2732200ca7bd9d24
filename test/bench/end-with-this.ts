import { spawn } from 'node:child_process';

/** Waits until nobody can write into its standard input any more: the process that started it is gone. */
const WATCH = 'cat > /dev/null; kill -s "$1" "$2"';

/**
 * Sends a signal to another process as soon as this one has ended, however it ended: one that is killed cannot stop what
 * it has started. Returns what takes this back, for when the other process has been stopped.
 */
export function endWithThis(pid: number, signal: NodeJS.Signals): () => void {
  const watch = spawn('sh', ['-c', WATCH, 'sh', signal.slice('SIG'.length), String(pid)], {
    // In a session of its own: Ctrl-C must not end it together with this process.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watch.unref();
  (watch.stdin as unknown as { unref(): void }).unref();
  return () => void watch.kill('SIGKILL');
}
