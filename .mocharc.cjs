module.exports = {
  'node-option': ['import=tsx'],
  extension: ['ts'],
  timeout: 20_000,
  failZero: true,
  forbidOnly: true,
  forbidPending: true,
};
