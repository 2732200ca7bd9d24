import { lazy } from 'react';
import { ConsoleApp } from '../shared/app/console-app.tsx';
import { mount } from '../shared/app/mount.tsx';
import { watchInstallation } from './app/installation.ts';
import { watchUpdates } from './app/updates.ts';
import { useWords } from './words.ts';

// Asked for at once, beside everything that the page stands on; the door decides whether it is shown.
const shell = import('./driver-shell.tsx');
const DriverShell = lazy(async () => ({ default: (await shell).DriverShell }));

watchInstallation();
// Without it the app works as long as there is a network.
void watchUpdates().catch(() => undefined);
mount(
  <ConsoleApp surface="driver" useWords={useWords}>
    <DriverShell />
  </ConsoleApp>,
  { density: 'touch' },
);
