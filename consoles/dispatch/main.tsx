import { ConsoleApp } from '../shared/app/console-app.tsx';
import { mount } from '../shared/app/mount.tsx';
import { QueryScope } from '../shared/app/query-scope.tsx';
import { DispatchShell } from './dispatch-shell.tsx';
import { useWords } from './words.ts';

mount(
  <ConsoleApp surface="dispatch" useWords={useWords}>
    <QueryScope>
      <DispatchShell />
    </QueryScope>
  </ConsoleApp>,
);
