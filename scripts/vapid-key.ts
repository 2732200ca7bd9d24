// `npm run vapid-key`: prints a new key for push messages in the format of the configuration.
import { newVapidKey } from '../server/kernel/process/vapid-key.ts';
import { readCommandLine, runCommand } from './shared/command-line.ts';

const USAGE = `Usage: npm run vapid-key

Prints a fresh private key for push messages (RFC 8292). Keep it: devices subscribe for this key, and when it changes
all of them have to again.`;

await runCommand(async () => {
  readCommandLine({ usage: USAGE, options: {} });
  console.log(`PUSH_DRIVER=webpush\nVAPID_PRIVATE_KEY=${newVapidKey()}\nVAPID_SUBJECT=mailto:ops@example.qa`);
  return 0;
});
