import { WaslError } from '../../actors/errors.ts';
import type { InProcess } from '../kernel/http/in-process.ts';
import { saidIn } from './account-forms.ts';
import type { AccountPage } from './account-page-models.ts';
import { nextAddress } from './next-address.ts';
import type { Asked, Outcome, Sent } from './routes.ts';

const PAGE_SIZE = '20';
/** The maximum number of devices that get push messages: an account cannot have more. */
const MAX_DEVICES = '100';

/** The account's sessions, and its devices that get push messages. */
export class AccountDevices {
  readonly #shop: InProcess;

  constructor(shop: InProcess) {
    this.#shop = shop;
  }

  async page({ visit: { visitor }, search }: Asked): Promise<AccountPage> {
    const cursor = search.get('cursor');
    const query = { limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) };
    const reached = { query: { limit: MAX_DEVICES } };
    const [sessions, pushed, apps] = await Promise.all([
      this.#shop.call('listSessions', visitor, { query }),
      this.#shop.call('listPushSubscriptions', visitor, reached),
      this.#shop.call('listDeviceTokens', visitor, reached),
    ]);
    const { data, page } = sessions.body();
    return {
      kind: 'account-devices',
      // This session first, whatever its age.
      sessions: {
        items: [...data].sort((one, other) => Number(other.current) - Number(one.current)),
        next: nextAddress('/account/devices', page.nextCursor),
      },
      pushed: pushed.body().data,
      apps: apps.body().data,
      said: saidIn(search),
    };
  }

  /** A token for the phone app around the page, which the page's script passes on. */
  async joinApp({ visit, res }: Sent): Promise<Outcome> {
    const body = { purpose: 'NOTIFICATIONS', name: 'Wasl' } as const;
    const { token } = (await this.#shop.call('createDeviceToken', visit.visitor, { body })).body();
    const { caller } = visit.visitor;
    for (const cookie of visit.cookies) res.append('Set-Cookie', cookie);
    res.setHeader('Cache-Control', 'private, no-store');
    res.json({ accountId: caller.kind === 'account' ? caller.accountId : null, token });
    return 'answered';
  }

  async endSession({ visit, params: { id = '' } }: Sent): Promise<Outcome> {
    await unlessGone(this.#shop.call('endSession', visit.visitor, { params: { id } }));
    return { to: '/account/devices?said=session-ended' };
  }

  async endOthers({ visit }: Sent): Promise<Outcome> {
    await this.#shop.call('endOtherSessions', visit.visitor);
    return { to: '/account/devices?said=sessions-ended' };
  }

  async removePushed({ visit, params: { id = '' } }: Sent): Promise<Outcome> {
    await unlessGone(this.#shop.call('deletePushSubscription', visit.visitor, { params: { id } }));
    return { to: '/account/devices?said=device-removed' };
  }

  async removeApp({ visit, params: { id = '' } }: Sent): Promise<Outcome> {
    await unlessGone(this.#shop.call('deleteDeviceToken', visit.visitor, { params: { id } }));
    return { to: '/account/devices?said=device-removed' };
  }
}

/** If it no longer exists, the aim is reached. */
async function unlessGone(call: Promise<unknown>): Promise<void> {
  await call.catch((error: unknown) => {
    if (!(error instanceof WaslError) || error.code !== 'common.NOT_FOUND') throw error;
  });
}
