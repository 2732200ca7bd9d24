import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { WaslError } from '../../../actors/errors.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { qatarDay, startOfDay } from '../../../server/kernel/calendar/qatar-time.ts';
import { endVacations } from '../../../server/marketplace/sellers/change-seller.ts';
import {
  nextStatus,
  requireWork,
  SELLER_TRANSITIONS,
  SELLER_WORK,
} from '../../../server/marketplace/sellers/seller-machine.ts';
import type { Schema } from '../../support/api-client.ts';
import { startService, type TestService } from '../../support/service.ts';
import { type Seller, ShopPeople, tally } from '../../worlds/shop-people.ts';

describe("a seller's profile", () => {
  let service: TestService;
  let people: ShopPeople;

  before(async () => {
    service = await startService({ catalogue: false });
    people = await ShopPeople.meet(service);
  });

  after(() => service?.stop());

  const displayName = { en: 'Corniche Lights', ar: 'أضواء الكورنيش' };

  it('is renamed by its owner against the version that was read', async () => {
    const { client, seller } = await people.shop();
    await client.refused(428, 'common.PRECONDITION_REQUIRED', 'PATCH', '/seller', { body: { displayName } });
    const answer = await client.call<Seller>('PATCH', '/seller', {
      body: { displayName },
      version: seller.version,
    });
    expect(answer.status).to.equal(200);
    expect(answer.body).to.deep.include({
      displayName,
      version: seller.version + 1,
      legalName: seller.legalName,
    });
    expect(answer.headers.get('etag')).to.equal(`"${seller.version + 1}"`);
    const problem = await client.refused(412, 'common.PRECONDITION_FAILED', 'PATCH', '/seller', {
      body: { displayName },
      version: seller.version,
    });
    expect(problem).to.include({ currentVersion: seller.version + 1 });
  });

  it('is renamed once when two edits of one version meet', async () => {
    const { client, seller } = await people.shop();
    const rename = (en: string) =>
      client.call('PATCH', '/seller', {
        body: { displayName: { ...displayName, en } },
        version: seller.version,
      });
    const answers = await Promise.all([rename('One'), rename('Two')]);
    expect(tally(answers)).to.deep.equal({ '200': 1, '412 common.PRECONDITION_FAILED': 1 });
  });

  it('counts deadlines in its own opening hours once its owner has set them', async () => {
    const { client, seller } = await people.shop();
    const usual = [{ from: '08:00', to: '20:00' }];
    expect(seller.openingHours).to.deep.include({ sunday: usual, thursday: usual, friday: [] });
    const set = (openingHours: object | null, version: number) =>
      client.call<Seller>('PATCH', '/seller', { body: { openingHours }, version });
    const always = Object.fromEntries(
      Object.keys(seller.openingHours).map((day) => [day, [{ from: '00:00', to: '24:00' }]]),
    );
    const given = await set(always, seller.version);
    expect(given.status).to.equal(200);
    expect(given.body.openingHours).to.deep.equal(always);
    const refused = async (hours: object, pointer: string) => {
      const body = { openingHours: { ...always, ...hours } };
      const version = given.body.version;
      const options = { body, version };
      const { errors } = await client.refused(422, 'common.VALIDATION_FAILED', 'PATCH', '/seller', options);
      expect(errors?.[0]?.pointer).to.equal(pointer);
    };
    const evening = { from: '20:00', to: '22:00' };
    await refused({ friday: [evening, { from: '21:00', to: '23:00' }] }, '/openingHours/friday/1');
    await refused({ friday: [{ from: '22:00', to: '20:00' }] }, '/openingHours/friday/0');
    await refused({ friday: [{ from: '9:00', to: '20:00' }] }, '/openingHours/friday/0/from');
    const short = Object.fromEntries(Object.keys(always).map((day) => [day, [evening]]));
    await refused(short, '/openingHours');
    const back = await set(null, given.body.version);
    expect(back.body.openingHours).to.deep.equal(seller.openingHours);
  });

  it('has a phone for customers if its owner wants one, on its page and nowhere before', async () => {
    const { client, seller } = await people.shop();
    const page = () => service.client().get<Schema<'SellerProfile'>>(`/sellers/${seller.id}`);
    expect([seller.publicPhone, (await page()).phone]).to.deep.equal([null, null]);
    const set = (publicPhone: string | null, version: number) =>
      client.call<Seller>('PATCH', '/seller', { body: { publicPhone }, version });
    const given = await set('+97444601122', seller.version);
    expect(given.body).to.deep.include({
      publicPhone: '+97444601122',
      displayName: seller.displayName,
    });
    expect((await page()).phone).to.equal('+97444601122');
    for (const publicPhone of ['44601122', '+97484601122', '+9744460112']) {
      const options = { body: { publicPhone }, version: seller.version + 1 };
      await client.refused(422, 'common.VALIDATION_FAILED', 'PATCH', '/seller', options);
    }
    await client.refused(422, 'common.VALIDATION_FAILED', 'PATCH', '/seller', { body: {}, version: 1 });
    await set(null, seller.version + 1);
    expect((await page()).phone).to.equal(null);
  });

  it('has a description in both languages, on its page', async () => {
    const { client, seller } = await people.shop();
    const page = (locale: string) =>
      service.client().get<Schema<'SellerProfile'>>(`/sellers/${seller.id}?locale=${locale}`);
    expect([seller.description, (await page('en')).description]).to.deep.equal([null, null]);
    const description = { en: 'Dates and halwa.', ar: 'تمور وحلوى.' };
    const given = await client.patch<Seller>('/seller', { description }, { version: seller.version });
    expect(given.description).to.deep.equal(description);
    const shown = [(await page('en')).description, (await page('ar')).description];
    expect(shown).to.deep.equal([description.en, description.ar]);
    const half = { body: { description: { en: 'Dates' } }, version: given.version };
    await client.refused(422, 'common.VALIDATION_FAILED', 'PATCH', '/seller', half);
    await client.patch<Seller>('/seller', { description: null }, { version: given.version });
    expect((await page('ar')).description).to.equal(null);
  });

  it('goes on vacation until a day on which it sells again automatically', async () => {
    const { client, seller } = await people.shop();
    const page = () => service.client().get<Schema<'SellerProfile'>>(`/sellers/${seller.id}`);
    const today = service.clock.now();
    const day = (ahead: number) => qatarDay(new Date(today.getTime() + ahead * 86_400_000));
    for (const until of [day(0), day(-1), '2026-02-31']) {
      const body = { onVacation: true, until };
      await client.refused(422, 'common.VALIDATION_FAILED', 'POST', '/seller/vacation', { body });
    }
    const body = { onVacation: false, until: day(2) };
    await client.refused(422, 'common.VALIDATION_FAILED', 'POST', '/seller/vacation', { body });
    const away = await client.post<Seller>('/seller/vacation', { onVacation: true, until: day(2) });
    expect(away).to.include({ onVacation: true, vacationUntil: day(2) });
    expect(await page()).to.include({ onVacation: true, vacationUntil: day(2) });
    const look = (now: Date) => inTransaction(people.database, (trx) => endVacations(trx, now, 100));
    const back = startOfDay(day(2)).getTime();
    expect(await look(new Date(back - 1))).to.equal(0);
    expect(await look(new Date(back))).to.equal(1);
    expect(await look(new Date(back))).to.equal(0);
    expect(await page()).to.include({ onVacation: false, vacationUntil: null });
    expect((await client.get<Seller>('/seller')).version).to.equal(away.version + 1);
  });

  it('goes on vacation and comes back; repeating either changes nothing', async () => {
    const { client, seller } = await people.shop();
    const set = (onVacation: boolean) => client.post<Seller>('/seller/vacation', { onVacation });
    const away = await set(true);
    expect(away).to.include({ onVacation: true, version: seller.version + 1 });
    expect(await set(true)).to.deep.equal(away);
    expect(await set(false)).to.include({ onVacation: false, version: seller.version + 2 });
  });

  it('repeated with its Idempotency-Key returns the present state', async () => {
    const { client } = await people.shop();
    const key = randomUUID();
    await client.post('/seller/vacation', { onVacation: true }, { key });
    await client.post('/seller/vacation', { onVacation: false });
    const again = await client.call<Seller>('POST', '/seller/vacation', { body: { onVacation: true }, key });
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    expect(again.body.onVacation).to.equal(false);
  });

  it('of a suspended seller cannot go on vacation', async () => {
    const { client, seller } = await people.shop();
    await people.database('sellers').where({ id: seller.id }).update({ status: 'SUSPENDED' });
    const body = { onVacation: true };
    const problem = await client.refused(409, 'seller.INVALID_STATE', 'POST', '/seller/vacation', { body });
    expect(problem).to.deep.include({
      currentState: 'SUSPENDED',
      allowedCommands: ['edit-profile', 'edit-warehouses', 'count-stock', 'edit-webhooks'],
    });
  });

  it('is private: an account without a seller has none', async () => {
    const { client } = await people.person();
    await client.refused(404, 'seller.NO_SELLER', 'GET', '/seller');
    await client.refused(403, 'auth.FORBIDDEN', 'PATCH', '/seller', { body: { displayName }, version: 1 });
  });
});

describe("the seller's table of states", () => {
  const states = ['APPLIED', 'ACTIVE', 'REJECTED', 'SUSPENDED'] as const;
  const steps = {
    approve: ['APPLIED', 'ACTIVE'],
    reject: ['APPLIED', 'REJECTED'],
    suspend: ['ACTIVE', 'SUSPENDED'],
    reinstate: ['SUSPENDED', 'ACTIVE'],
  } as const;

  for (const state of states) {
    for (const [decision, [from, to]] of Object.entries(steps)) {
      it(`${decision} of a seller that is ${state} ${state === from ? `leads to ${to}` : 'is refused'}`, () => {
        const decide = () => nextStatus(state, decision as keyof typeof steps);
        if (state === from) {
          expect(decide()).to.equal(to);
          return;
        }
        expect(decide)
          .to.throw(WaslError)
          .that.deep.includes({
            code: 'seller.INVALID_STATE',
            extension: { currentState: state, allowedCommands: Object.keys(SELLER_TRANSITIONS[state]) },
          });
      });
    }
  }

  it('lets only an active seller sell', () => {
    for (const state of states) {
      for (const work of SELLER_WORK.ACTIVE) {
        const admit = () => requireWork(state, work);
        if (SELLER_WORK[state].includes(work)) expect(admit).not.to.throw();
        else expect(admit).to.throw(WaslError).with.property('code', 'seller.INVALID_STATE');
      }
      expect(SELLER_WORK[state].includes('edit-offers'), state).to.equal(state === 'ACTIVE');
    }
  });
});
