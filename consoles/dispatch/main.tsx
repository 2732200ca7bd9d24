import { ConsoleApp } from '../shared/app/console-app.tsx';
import { mount } from '../shared/app/mount.tsx';
import { QueryScope } from '../shared/app/query-scope.tsx';
import { DispatchShell } from './shell/dispatch-shell.tsx';
import { useConsoleWords } from './shell/use-console-words.ts';

mount(
  <ConsoleApp surface="dispatch" useWords={useConsoleWords}>
    <QueryScope>
      <DispatchShell />
    </QueryScope>
  </ConsoleApp>,
);
