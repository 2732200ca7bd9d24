import { lazy, Suspense } from 'react';
import { ConsoleApp } from '../shared/app/console-app.tsx';
import { mount } from '../shared/app/mount.tsx';
import { QueryScope } from '../shared/app/query-scope.tsx';
import { SellerShell } from './shell/seller-shell.tsx';
import { useConsoleWords } from './shell/use-console-words.ts';

const Invitation = lazy(async () => ({
  default: (await import('./screens/onboarding/invitation.tsx')).Invitation,
}));
const below = (
  <Suspense>
    <Invitation />
  </Suspense>
);

mount(
  <ConsoleApp surface="seller" useWords={useConsoleWords} belowSignIn={below}>
    <QueryScope>
      <SellerShell />
    </QueryScope>
  </ConsoleApp>,
);
