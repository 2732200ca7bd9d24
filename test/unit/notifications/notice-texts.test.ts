import { expect } from 'chai';
import { NOTIFICATION_KINDS, type NotificationKind } from '../../../actors/kinds/notification-kinds.ts';
import type { JsonObject } from '../../../actors/runtime/machine.ts';
import { SURFACES } from '../../../server/kernel/security/tokens.ts';
import { NOTICE_TABLE } from '../../../server/notifications/notice-table.ts';
import { invitationLink, resetLink } from '../../../server/notifications/sending/page-links.ts';
import { noticeText } from '../../../server/notifications/texts.ts';
import { OPEN_CODE_WORDS } from '../../../server/notifications/words/code-words.ts';
import { secretText } from '../../../server/notifications/words/secret-words.ts';
import { PREVIEWS } from './notice-previews.ts';

const LATIN = /^[^\u0600-\u06ff]+$/;
const ARABIC = /[\u0600-\u06ff]/;
const UNTIL = new Date('2026-02-12T11:54:00Z');

/** Data of events of all kinds together. */
const DATA: JsonObject = {
  orderNumber: 'W-2026-000123',
  titleEn: 'Dates',
  titleAr: 'تمر',
  sku: 'DATES-1',
  available: 3,
  threshold: 5,
  nameEn: 'Souq Dates',
  nameAr: 'تمور السوق',
  reason: 'A paper is missing',
  usableFrom: '2026-02-15T06:30:00.000Z',
  lastFour: '4321',
  plannedStart: '08:00',
  cashOnHand: '410.00',
  cashLimit: '500.00',
  receiptNumber: 'R-12',
  counted: '400.00',
  expected: '410.00',
  device: 'Chrome on Android',
  place: 'Doha',
  at: '2026-02-12T11:44:00.000Z',
  until: '2026-02-12T11:59:00.000Z',
  email: 'f…@example.com',
  phone: '…1122',
  host: 'erp.souq.qa',
  hint: 'wasl_sk_5pQa',
};

function preview(kind: NotificationKind, data: JsonObject): string[] {
  const { title, body } = noticeText(kind, data);
  return [title.en, body.en, title.ar, body.ar];
}

describe('the texts of notifications', () => {
  it('equal the proofread ones, in both languages', () => {
    const texts = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, preview(kind, DATA)]));
    expect(texts).to.deep.equal(PREVIEWS);
  });

  for (const kind of NOTIFICATION_KINDS)
    it(`are sentences without gaps: ${kind}`, () => {
      // A list of kinds shows titles alone; the kind of an invitation is in none.
      for (const data of kind === 'STAFF_INVITATION' ? [DATA] : [DATA, {}]) {
        const [titleEn = '', bodyEn = '', titleAr = '', bodyAr = ''] = preview(kind, data);
        expect(titleEn, 'title')
          .to.match(/^[A-Z]/)
          .and.match(LATIN);
        if (data === DATA) expect(bodyEn, 'body').to.match(LATIN);
        for (const text of [titleAr, bodyAr]) expect(text).to.match(ARABIC);
        for (const text of data === DATA ? [titleEn, bodyEn, titleAr, bodyAr] : [titleEn, titleAr])
          expect(text, 'spaces').not.to.match(/ {2}|^ | $| [.,:]|undefined|null|\(\)/);
        expect(titleEn.length, 'a title fits a phone').to.be.at.most(40);
        expect(titleAr.length, 'a title fits a phone').to.be.at.most(40);
      }
    });

  it('of an account need nothing but the kind', () => {
    for (const kind of NOTIFICATION_KINDS.filter((each) => NOTICE_TABLE[each].audience.includes('ACCOUNT')))
      for (const text of preview(kind, {})) expect(text, kind).not.to.match(/ {2}|^ | $| [.,:]|\(\)/);
  });

  it('never contain a code unless it is valid, and then begin with it', () => {
    for (const [kind, words] of Object.entries(OPEN_CODE_WORDS)) {
      for (const text of preview(kind as NotificationKind, { code: '481920' }))
        expect(text).not.to.contain('481920');
      const { en, ar } = words('481920', UNTIL);
      for (const text of [en, ar]) {
        expect(text, kind)
          .to.match(/^481920 /)
          .and.contain('14:54');
        // Two parts of an SMS at most: 306 letters of GSM 7-bit, 134 of UCS-2.
        expect(text.length, `${kind}: ${text}`).to.be.at.most(text === en ? 306 : 134);
      }
    }
  });

  it('contain a link where the installation knows its own address, and the code to type where it does not', () => {
    const body = { en: 'You are invited.', ar: 'أنت مدعو.' };
    const facts = { body, data: {}, until: UNTIL };
    const link = { en: 'https://w.example/en/x?token=s', ar: 'https://w.example/ar/x?token=s' };
    expect(secretText('PASSWORD_RESET', 'rp_1', { ...facts, link })).to.deep.equal({
      en: `Set a new password at Wasl here. The link works once, until 14:54:\n\n${link.en}\n\nIf you did not ask for it, do not share it and ignore this message.`,
      ar: `عيّن كلمة مرور جديدة لحسابك في وصل من الرابط التالي. يعمل الرابط مرة واحدة حتى 14:54:\n\n${link.ar}\n\nإن لم تطلبه فلا ترسله إلى أحد وتجاهل هذه الرسالة.`,
    });
    expect(secretText('PASSWORD_RESET', 'rp_1', { ...facts, link: null }).en).to.match(/^rp_1 lets you/);
    expect(secretText('STAFF_INVITATION', 'si_1', { ...facts, link }).ar).to.equal(`أنت مدعو.\n\n${link.ar}`);
    expect(secretText('STAFF_INVITATION', 'si_1', { ...facts, link: null }).en).to.include('code: si_1');

    const nowhere = { publicOrigin: null, surfaceHosts: { dispatch: null, driver: null, seller: null } };
    for (const surface of SURFACES) expect(resetLink(nowhere, surface, 'en', 't')).to.equal(null);
    expect(invitationLink(nowhere, 'en', 't')).to.equal(null);
    const console = { ...nowhere, surfaceHosts: { dispatch: 'd.example', driver: null, seller: null } };
    expect(resetLink(console, 'dispatch', 'en', 'a&b')).to.equal(
      'https://d.example/dispatch/reset-password#token=a%26b',
    );
    expect(resetLink(console, 'shop', 'en', 't')).to.equal(null);
  });

  it('agree with the table: messages to an address and security notifications cannot be switched off, and security uses every channel', () => {
    for (const kind of NOTIFICATION_KINDS) {
      const { audience, channels, choice, urgency } = NOTICE_TABLE[kind];
      expect(channels, kind).not.to.have.length(0);
      expect(new Set(channels).size, kind).to.equal(channels.length);
      if (audience.includes('ACCOUNT'))
        expect({ kind, channels, choice, urgency }).to.deep.equal({
          ...{ kind, channels: ['EMAIL', 'SMS', 'PUSH'], choice: 'NONE', urgency: 'HIGH' },
        });
      if (audience.includes('ADDRESS')) expect(choice, kind).to.equal('NONE');
    }
  });
});
