import type { JsonObject } from '../../actors/runtime/machine.ts';
import type { DisconnectAccount } from '../accounts/accounts.ts';
import type { Handlers } from '../kernel/http/operation.ts';
import { signedIn } from '../kernel/http/principal.ts';
import { clearedCookie } from '../kernel/http/surface-request.ts';
import type { PersonalData } from '../kernel/personal-data/personal-data.ts';
import { closeAccount, type PrivacyDependencies } from './close-account.ts';

export function privacyHandlers(
  deps: PrivacyDependencies,
  { parts, disconnectAccount }: { parts: readonly PersonalData[]; disconnectAccount: DisconnectAccount },
): Pick<Handlers, 'exportMyData' | 'closeMyAccount'> {
  return {
    exportMyData: async ({ caller }) => {
      const { accountId } = signedIn(caller);
      const lists: { [name: string]: JsonObject[] } = {};
      for (const part of parts) Object.assign(lists, await part.export?.(deps.database, accountId));
      const headers = {
        'Content-Disposition': 'attachment; filename="wasl-my-data.json"',
        'Cache-Control': 'no-store',
      };
      return { status: 200, body: { exportedAt: new Date().toISOString(), accountId, lists }, headers };
    },
    closeMyAccount: async ({ caller, body, surface, requestId }) => {
      const owner = signedIn(caller);
      await closeAccount(deps, parts, { caller: owner, proof: body, requestId });
      disconnectAccount(owner.accountId);
      if (surface === 'api') return { status: 204 };
      return { status: 204, headers: { 'Set-Cookie': clearedCookie(surface) } };
    },
  };
}
