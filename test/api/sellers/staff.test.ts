import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { io } from 'socket.io-client';
import { recipientsOf } from '../../../server/notifications/recipient-store.ts';
import type { ApiClient, Schema } from '../../support/api-client.ts';
import { makeAccount, signIn } from '../../support/people.ts';
import { startService, type TestService } from '../../support/service.ts';
import { APPLICATION, ShopPeople, tally } from '../../worlds/shop-people.ts';

type Invitation = Schema<'StaffInvitation'>;
type StaffList = Schema<'StaffList'>;

const INVITATIONS = '/seller/staff-invitations';
const ACCEPT = '/staff-invitations/accept';
const DAY = 24 * 3_600_000;

describe("a seller's staff member", () => {
  let service: TestService;
  let people: ShopPeople;

  before(async () => {
    service = await startService({ catalogue: false, env: { LIMIT_WRITE_PER_MINUTE: '100000' } });
    people = await ShopPeople.meet(service);
  });
  after(() => service?.stop());

  /** A person with a new account and a unique e-mail. */
  async function somebody(): Promise<{ client: ApiClient; accountId: string; email: string }> {
    const account = await makeAccount(service, ['BUYER']);
    return { client: await signIn(service, account), ...account };
  }

  /** The token as the sender of the e-mail reads it. */
  async function tokenOf(invitationId: string): Promise<string> {
    const { sealed } = await people
      .database('notifications')
      .where({ kind: 'STAFF_INVITATION', sealed_for: invitationId })
      .first('sealed');
    return service.inside.deps.secrets.open('staff-invitation', sealed, invitationId);
  }

  async function invited(permissions = ['ORDERS']) {
    const shop = await people.shop();
    const guest = await somebody();
    const invitation = await shop.client.post<Invitation>(INVITATIONS, { email: guest.email, permissions });
    return { shop, guest, invitation, body: { token: await tokenOf(invitation.id) } };
  }

  async function hired(permissions = ['ORDERS']) {
    const invitation = await invited(permissions);
    await invitation.guest.client.post(ACCEPT, invitation.body);
    return invitation;
  }

  it('is invited by e-mail alone: the token is encrypted, and in no response', async () => {
    const { shop, guest, invitation, body } = await invited(['ORDERS', 'STOCK']);
    expect(invitation).to.include({ email: guest.email, status: 'PENDING', acceptedBy: null });
    expect(Date.parse(invitation.expiresAt) - Date.parse(invitation.createdAt)).to.equal(7 * DAY);
    const message = await people.database('notifications').where({ sealed_for: invitation.id }).first();
    expect(message).to.include({ account_id: null, recipient_email: guest.email });
    expect(JSON.stringify(message)).not.to.contain(body.token);
    const ways = await people.database('notification_deliveries').where({ notification_id: message.id });
    expect(ways.map(({ channel, status }) => `${channel} ${status}`)).to.deep.equal(['EMAIL QUEUED']);
    const listings = [
      await shop.client.get(INVITATIONS),
      await people.admin.get('/admin/notifications?limit=100'),
      await people.admin.get('/admin/audit-log?limit=100'),
      await guest.client.get('/notifications'),
    ];
    expect(JSON.stringify(listings)).not.to.contain(body.token);
  });

  it('joins with the account that has the e-mail, and works with the permissions given', async () => {
    const { shop, guest, body } = await invited(['ORDERS', 'STOCK']);
    const seller = await guest.client.post<Schema<'Seller'>>(ACCEPT, body);
    expect(seller.id).to.equal(shop.seller.id);
    expect((await guest.client.get<Schema<'Account'>>('/me')).roles).to.include('SELLER_STAFF');
    const { data } = await shop.client.get<StaffList>('/seller/staff');
    expect(data.map(({ accountId, permissions }) => ({ accountId, permissions }))).to.deep.equal([
      { accountId: guest.accountId, permissions: ['ORDERS', 'STOCK'] },
    ]);
    await guest.client.get('/seller/order-groups');
    await guest.client.refused(403, 'auth.FORBIDDEN', 'GET', '/seller/products');
    // Repeated, it changes nothing.
    expect((await guest.client.post<Schema<'Seller'>>(ACCEPT, body)).id).to.equal(shop.seller.id);
    const sealed = await people
      .database('notifications')
      .whereNotNull('sealed')
      .where({ recipient_email: guest.email });
    expect(sealed).to.deep.equal([]);
  });

  it('may register with the invited e-mail; the token is of no use to anyone else', async () => {
    const { client } = await people.shop();
    const email = `new-${randomUUID()}@test.wasl.example`;
    const { id } = await client.post<Invitation>(INVITATIONS, {
      email: email.toUpperCase(),
      permissions: [],
    });
    const body = { token: await tokenOf(id) };
    const stranger = await somebody();
    await service.client().refused(401, 'auth.UNAUTHENTICATED', 'POST', ACCEPT, { body });
    await stranger.client.refused(403, 'seller.INVITATION_FOR_ANOTHER', 'POST', ACCEPT, { body });
    await stranger.client.refused(404, 'common.NOT_FOUND', 'POST', ACCEPT, { body: { token: 'si_guess' } });
    const fresh = service.client();
    const registration = { email, password: 'corniche-lamp-pearl-9', displayName: 'New', locale: 'ar' };
    fresh.token = (await fresh.post<{ accessToken: string }>('/auth/register', registration)).accessToken;
    await fresh.post(ACCEPT, body);
    expect((await fresh.get<Schema<'Seller'>>('/seller')).status).to.equal('ACTIVE');
    await fresh.refused(403, 'auth.FORBIDDEN', 'GET', '/seller/order-groups');
  });

  it("works for one seller: neither an owner nor another seller's staff can join", async () => {
    const other = await people.shop();
    const { email } = await people.database('accounts').where({ id: other.accountId }).first('email');
    const { guest } = await hired();
    for (const [client, address] of [
      [other.client, email],
      [guest.client, guest.email],
    ] as const) {
      const shop = await people.shop();
      const invitation = await shop.client.post<Invitation>(INVITATIONS, { email: address, permissions: [] });
      const body = { token: await tokenOf(invitation.id) };
      await client.refused(409, 'seller.ALREADY_LINKED', 'POST', ACCEPT, { body });
    }
    await guest.client.refused(409, 'seller.ALREADY_LINKED', 'POST', '/seller/applications', {
      body: APPLICATION,
    });
  });

  it('is not invited twice at once, nor after joining', async () => {
    const { shop, guest } = await hired();
    const ask = (email: string) =>
      shop.client.call('POST', INVITATIONS, { body: { email, permissions: [] } });
    expect(tally([await ask(guest.email)])).to.deep.equal({ '409 seller.ALREADY_LINKED': 1 });
    const email = `twice-${randomUUID()}@test.wasl.example`;
    const answers = await Promise.all([ask(email), ask(email.toUpperCase()), ask(email)]);
    expect(tally(answers)).to.deep.equal({ '201': 1, '409 seller.ALREADY_INVITED': 2 });
  });

  describe('invited while no e-mail is sent', () => {
    const handOver = (client: ApiClient, id: string) =>
      client.call<Schema<'HandedOverInvitation'>>('POST', `${INVITATIONS}/${id}/hand-over`, { body: {} });

    it('joins with a token that the owner passes on, which is shown once, however often it is requested', async () => {
      const { shop, guest, invitation } = await invited(['ORDERS']);
      const answers = await Promise.all([1, 2, 3].map(() => handOver(shop.client, invitation.id)));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409]);
      const shown = answers.find(({ status }) => status === 200)?.body;
      expect(shown?.expiresAt).to.equal(invitation.expiresAt);
      expect(shown?.link, "the storefront's address is unknown").to.equal(null);
      await guest.client.post(ACCEPT, { token: shown?.token });
      expect((await guest.client.get<Schema<'Account'>>('/me')).roles).to.include('SELLER_STAFF');
      expect((await handOver(shop.client, invitation.id)).status).to.equal(410);
      const { data } = await shop.client.get<Schema<'StaffInvitationList'>>(INVITATIONS);
      expect(Date.now() - Date.parse(data[0]?.handedOverAt ?? '')).to.be.lessThan(60_000);
      const entries = await people
        .database('audit_log')
        .where({ action: 'handOverStaffInvitation', subject_id: invitation.id });
      expect(entries).to.have.length(1);
      expect(JSON.stringify(entries)).not.to.contain(shown?.token);
    });

    it('gets a token from the owner of that shop alone, and not once the invitation has ended', async () => {
      const { shop, invitation } = await invited();
      const path = `${INVITATIONS}/${invitation.id}/hand-over`;
      const { guest: clerk } = await hired(['STAFF']);
      await clerk.client.refused(403, 'auth.FORBIDDEN', 'POST', path, { body: {} });
      const other = await people.shop();
      await other.client.refused(404, 'common.NOT_FOUND', 'POST', path, { body: {} });
      await shop.client.delete(`${INVITATIONS}/${invitation.id}`);
      await shop.client.refused(410, 'seller.INVITATION_ENDED', 'POST', path, { body: {} });
    });

    it('gets the e-mail and nothing else where e-mail is sent', async () => {
      const { shop, invitation } = await invited();
      const { sending } = service.inside.deps.config;
      const none = sending.email;
      sending.email = { host: 'mail.example.qa' } as NonNullable<typeof none>;
      try {
        const answer = await handOver(shop.client, invitation.id);
        expect(answer.status).to.equal(409);
      } finally {
        sending.email = none;
      }
      expect((await handOver(shop.client, invitation.id)).status).to.equal(200);
    });
  });

  it('has seven days to accept an invitation, and may then be invited again', async () => {
    const { shop, guest, invitation, body } = await invited();
    service.clock.advance(7 * DAY);
    const problem = await guest.client.refused(410, 'seller.INVITATION_ENDED', 'POST', ACCEPT, { body });
    expect(problem).to.include({ currentState: 'LAPSED' });
    const { data } = await shop.client.get<Schema<'StaffInvitationList'>>(INVITATIONS);
    expect(data.map(({ id, status }) => ({ id, status }))).to.deep.equal([
      { id: invitation.id, status: 'LAPSED' },
    ]);
    const again = await shop.client.post<Invitation>(INVITATIONS, { email: guest.email, permissions: [] });
    await guest.client.post(ACCEPT, { token: await tokenOf(again.id) });
  });

  it('joins or has the invitation withdrawn, never both, and joins once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { shop, guest, invitation, body } = await invited();
      const answers = await Promise.all([
        guest.client.call('POST', ACCEPT, { body }),
        shop.client.call('DELETE', `${INVITATIONS}/${invitation.id}`),
        guest.client.call('POST', ACCEPT, { body }),
      ]);
      const { data } = await shop.client.get<StaffList>('/seller/staff');
      const { status } = await people
        .database('staff_invitations')
        .where({ id: invitation.id })
        .first('status');
      const [accepted, revoked, repeated] = answers.map((answer) => answer.status);
      const joined = data.length === 1;
      expect({ status, accepted, repeated, revoked }, JSON.stringify(answers)).to.deep.equal(
        joined
          ? { status: 'ACCEPTED', accepted: 200, repeated: 200, revoked: 410 }
          : { status: 'REVOKED', accepted: 410, repeated: 410, revoked: 204 },
      );
    }
  });

  it('becomes an owner or staff, never both', async () => {
    const { guest, body } = await invited();
    const answers = await Promise.all([
      guest.client.call('POST', ACCEPT, { body }),
      guest.client.call('POST', '/seller/applications', { body: APPLICATION }),
    ]);
    expect(answers.filter(({ status }) => status < 300)).to.have.length(1);
    expect(answers.filter(({ status }) => status === 409)).to.have.length(1);
  });

  it('that is removed has no rights from then on, and its live connection leaves the room', async () => {
    const { shop, guest, body } = await hired();
    const socket = io(service.url, { auth: { token: guest.client.token }, transports: ['websocket'] });
    try {
      const room = `seller:${shop.seller.id}`;
      const hello = await new Promise<{ rooms: { room: string }[] }>((resolve) =>
        socket.once('live.hello', resolve),
      );
      expect(hello.rooms.map((answer) => answer.room)).to.include(room);
      await shop.client.delete(`/seller/staff/${guest.accountId}`);
      await guest.client.refused(403, 'auth.FORBIDDEN', 'GET', '/seller/order-groups');
      await guest.client.refused(404, 'seller.NO_SELLER', 'GET', '/seller');
      const heard: unknown[] = [];
      socket.onAny((event, payload) => heard.push([event, payload]));
      const { pusher } = service.inside.deps;
      const group = randomUUID();
      const payload = {
        ...{ groupId: group, orderId: group, status: 'ACCEPTED', payment: 'PENDING', taskStatus: null },
        ...{ pickupEta: null, dropoffEta: null },
        version: 2,
      };
      await pusher.push([room], 'group.updated', payload as never);
      const marker = new Promise((resolve) => socket.once('notification.created', resolve));
      const recipients = { id: group, kind: 'ALERT', unreadCount: 1 };
      await pusher.push([`account:${guest.accountId}`], 'notification.created', recipients as never);
      await marker;
      expect(JSON.stringify(heard)).not.to.contain('group.updated');
    } finally {
      socket.close();
    }
    await shop.client.refused(404, 'common.NOT_FOUND', 'DELETE', `/seller/staff/${guest.accountId}`);
    // An accepted invitation cannot be used a second time.
    const ended = await guest.client.refused(410, 'seller.INVITATION_ENDED', 'POST', ACCEPT, { body });
    expect(ended).to.include({ currentState: 'ACCEPTED' });
    expect((await people.audit(guest.accountId)).map(({ action }) => action)).to.deep.equal(['removeStaff']);
  });

  it('cannot grant permissions that it does not have, and is not found by another seller', async () => {
    const { shop, guest } = await hired(['STAFF', 'ORDERS']);
    const body = { email: `more-${randomUUID()}@test.wasl.example`, permissions: ['FINANCE'] };
    await guest.client.refused(403, 'auth.FORBIDDEN', 'POST', INVITATIONS, { body });
    const path = `/seller/staff/${guest.accountId}`;
    const more = { body: { permissions: ['STAFF', 'ORDERS', 'FINANCE'] }, version: 1 };
    await guest.client.refused(403, 'auth.FORBIDDEN', 'PATCH', path, more);
    await shop.client.refused(428, 'common.PRECONDITION_REQUIRED', 'PATCH', path, {
      body: { permissions: [] },
    });
    const less = await shop.client.patch<Schema<'StaffMember'>>(
      path,
      { permissions: ['STOCK'] },
      { version: 1 },
    );
    expect(less).to.deep.include({ permissions: ['STOCK'], version: 2 });
    await guest.client.refused(403, 'auth.FORBIDDEN', 'GET', '/seller/order-groups');
    await shop.client.refused(412, 'common.PRECONDITION_FAILED', 'PATCH', path, more);
    const other = await people.shop();
    const { id } = await shop.client.post<Invitation>(INVITATIONS, { email: body.email, permissions: [] });
    await other.client.refused(404, 'common.NOT_FOUND', 'DELETE', path);
    await other.client.refused(404, 'common.NOT_FOUND', 'PATCH', path, more);
    for (const foreign of [id, randomUUID()])
      await other.client.refused(404, 'common.NOT_FOUND', 'DELETE', `${INVITATIONS}/${foreign}`);
  });

  it('is notified of orders when it has the permission for them', async () => {
    const { shop, guest } = await hired(['STOCK']);
    const recipients = (kind: 'NEW_ORDER') =>
      recipientsOf(people.database, { sellerId: shop.seller.id }, kind);
    expect(await recipients('NEW_ORDER')).to.deep.equal([shop.accountId]);
    await shop.client.patch(`/seller/staff/${guest.accountId}`, { permissions: ['ORDERS'] }, { version: 1 });
    expect((await recipients('NEW_ORDER')).sort()).to.deep.equal([shop.accountId, guest.accountId].sort());
  });
});
