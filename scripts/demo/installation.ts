import path from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { DEMO_PEOPLE } from '../../server/demo/demo.ts';
import { findRunning } from '../supervisor/running.ts';
import type { Installation } from './stage.ts';

/** The demo installation running on this data folder. If there is none, throws an error that says what to do. */
export function demoInstallation(
  dataDir = path.join(projectRoot, '.data'),
): Installation & { databaseUrl: string } {
  const running = findRunning(path.resolve(dataDir));
  if (running === undefined)
    throw new Error(
      'No installation is running on this data folder. Run `npm start` in another terminal first.',
    );
  if (running.adminAuthenticatorKey === undefined)
    throw new Error('The running installation is not in demo mode: this demo signs in with demo accounts.');
  return {
    url: running.address,
    databaseUrl: running.databaseUrl,
    dispatcher: DEMO_PEOPLE.dispatcher,
    admin: { ...DEMO_PEOPLE.admin, authenticatorKey: running.adminAuthenticatorKey },
  };
}
