// The spec reporter, which also keeps the counts and the running test in a file: scripts/test.ts reads from
// there what really happened, even when mocha hangs or is killed.
const { writeFileSync } = require('node:fs');
const { reporters } = require('mocha');

class CountingSpec extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const file = process.env.WASL_TEST_COUNTS;
    if (file === undefined) return;
    const counts = { passed: 0, failed: 0, skipped: 0, running: null, ended: false };
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
    runner.on('fail', count('failed'));
    runner.on('pending', count('skipped'));
    runner.once('end', () => {
      counts.running = null;
      counts.ended = true;
      write();
    });
  }
}

module.exports = CountingSpec;
