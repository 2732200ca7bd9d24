import { ConsoleApp } from '../shared/app/console-app.tsx';
import { mount } from '../shared/app/mount.tsx';
import { DriverShell } from './driver-shell.tsx';
import { useWords } from './words.ts';

mount(
  <ConsoleApp surface="driver" useWords={useWords}>
    <DriverShell />
  </ConsoleApp>,
  { density: 'touch' },
);
