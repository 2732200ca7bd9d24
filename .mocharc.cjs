module.exports = {
  // Room for many short-lived objects, as the service has it: see scripts/supervisor/server-process.ts.
  'node-option': ['import=tsx', 'max-semi-space-size=64'],
  extension: ['ts'],
  timeout: 60_000,
  failZero: true,
  forbidOnly: true,
  // Pending ones are allowed: a test skips itself where a machine cannot run it. The linter refuses it.skip().
};
