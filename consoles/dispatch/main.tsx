import { ConsoleApp } from '../shared/app/console-app.tsx';
import { mount } from '../shared/app/mount.tsx';
import { DispatchShell } from './dispatch-shell.tsx';
import { useWords } from './words.ts';

mount(
  <ConsoleApp surface="dispatch" useWords={useWords}>
    <DispatchShell />
  </ConsoleApp>,
);
