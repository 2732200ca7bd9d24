// The spec reporter, which also keeps the counts, the running test and the first failures in a file: scripts/test.ts
// reads from there what really happened, even when mocha hangs or is killed.
const { writeFileSync } = require('node:fs');
const { reporters } = require('mocha');

/** Failures that are kept; the rest are only counted. */
const KEPT_FAILURES = 40;
/** Lines of a failure's message, which may hold a whole page. */
const MESSAGE_LINES = 4;

class CountingSpec extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const file = process.env.WASL_TEST_COUNTS;
    if (file === undefined) return;
    const counts = { passed: 0, failed: 0, skipped: 0, running: null, ended: false, failures: [] };
    const write = () => writeFileSync(file, JSON.stringify(counts));
    const count = (key) => () => {
      counts[key] += 1;
      write();
    };
    runner.on('test', (test) => {
      counts.running = test.fullTitle();
      write();
    });
    runner.on('hook', (hook) => {
      counts.running = hook.fullTitle();
      write();
    });
    runner.on('pass', count('passed'));
    runner.on('fail', (test, error) => {
      if (counts.failures.length < KEPT_FAILURES)
        counts.failures.push(describeFailure(test.fullTitle(), error));
      counts.failed += 1;
      write();
    });
    runner.on('pending', count('skipped'));
    // Mocha listens for these and does nothing about them, and so Node does not either. Somebody may yet handle it, but
    // elsewhere it would have ended the process.
    const known = new WeakSet();
    process.on('unhandledRejection', (reason, promise) => {
      // Mocha emits each once more.
      if (known.has(promise)) return;
      known.add(promise);
      const title = `${counts.running ?? 'after the last test'}: a rejection that nobody handled`;
      console.error(title, reason);
      if (counts.failures.length < KEPT_FAILURES) counts.failures.push(describeFailure(title, reason));
      counts.failed += 1;
      write();
    });
    runner.once('end', () => {
      counts.running = null;
      counts.ended = true;
      write();
    });
  }
}

/** The title, below it the beginning of the error's message. */
function describeFailure(title, error) {
  const lines = String(error?.message ?? error)
    .split('\n')
    .slice(0, MESSAGE_LINES);
  return [title, ...lines.map((line) => `  ${line.slice(0, 300)}`)].join('\n');
}

module.exports = CountingSpec;
