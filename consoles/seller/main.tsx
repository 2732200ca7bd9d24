import { ConsoleApp } from '../shared/app/console-app.tsx';
import { mount } from '../shared/app/mount.tsx';
import { QueryScope } from '../shared/app/query-scope.tsx';
import { SellerShell } from './shell/seller-shell.tsx';
import { useConsoleWords } from './shell/use-console-words.ts';

mount(
  <ConsoleApp surface="seller" useWords={useConsoleWords}>
    <QueryScope>
      <SellerShell />
    </QueryScope>
  </ConsoleApp>,
);
