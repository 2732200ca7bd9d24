import { lazy, Suspense } from 'react';
import { ConsoleApp } from '../shared/app/console-app.tsx';
import { mount } from '../shared/app/mount.tsx';
import { watchInstallation } from './device/installation.ts';
import { watchUpdates } from './device/updates.ts';
import { useConsoleWords } from './shell/use-console-words.ts';

// Asked for at once, beside everything that the page stands on; the door decides whether it is shown.
const shell = import('./shell/driver-shell.tsx');
const DriverShell = lazy(async () => ({ default: (await shell).DriverShell }));

const Invitation = lazy(async () => ({ default: (await import('./apply/invitation.tsx')).Invitation }));
const below = (
  <Suspense>
    <Invitation />
  </Suspense>
);

watchInstallation();
// Without it the app works as long as there is a network.
void watchUpdates().catch(() => undefined);
mount(
  <ConsoleApp surface="driver" useWords={useConsoleWords} belowSignIn={below}>
    <DriverShell />
  </ConsoleApp>,
  { density: 'touch' },
);
