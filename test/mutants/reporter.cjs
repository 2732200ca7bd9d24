// Writes the result of each test and hook to a file, for test/mutants/run-tests.ts.
const { writeFileSync } = require('node:fs');

class MutantReporter {
  constructor(runner) {
    const results = { ended: false, tests: [], hooks: [] };
    const write = () => writeFileSync(process.env.WASL_MUTANT_RESULTS, JSON.stringify(results));
    const errorOf = (error) => ({ name: String(error?.name), message: String(error?.message ?? error) });
    runner.on('pass', (test) => results.tests.push({ title: test.fullTitle(), error: null }));
    runner.on('fail', (test, error) => {
      const list = test.type === 'hook' ? results.hooks : results.tests;
      list.push({ title: test.fullTitle(), error: errorOf(error) });
    });
    runner.once('end', () => {
      results.ended = true;
      write();
    });
    write();
  }
}

module.exports = MutantReporter;
