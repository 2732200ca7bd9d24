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
      if (counts.failures.length < KEPT_FAILURES) counts.failures.push(describeFailure(test, error));
      counts.failed += 1;
      write();
    });
    runner.on('pending', count('skipped'));
    runner.once('end', () => {
      counts.running = null;
      counts.ended = true;
      write();
    });
  }
}

/** The test's full title, below it the beginning of its message. */
function describeFailure(test, error) {
  const lines = String(error?.message ?? error)
    .split('\n')
    .slice(0, MESSAGE_LINES);
  return [test.fullTitle(), ...lines.map((line) => `  ${line.slice(0, 300)}`)].join('\n');
}

module.exports = CountingSpec;
