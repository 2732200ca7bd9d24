import { expect } from 'chai';
import type { WaslError } from '../../../actors/errors.ts';
import { canonicalRanges, isWithin } from '../../../server/integrations/keys/address-ranges.ts';
import { thrownBy } from '../../support/thrown-by.ts';

describe('the address ranges of an API key', () => {
  it('are kept in canonical form, each once', () => {
    expect(
      canonicalRanges(['203.0.113.7', '203.0.113.7/32', '2001:DB8:0:0::/48', '2001:db8::/48']),
    ).to.deep.equal(['203.0.113.7/32', '2001:db8::/48']);
    expect(canonicalRanges([])).to.deep.equal([]);
  });

  for (const wrong of [
    '',
    '203.0.113',
    '203.0.113.7/33',
    '203.0.113.7/24',
    '203.0.113.0/24/24',
    '0.0.0.0/0',
    '10.0.0.0/7',
    '::/0',
    '2000::/3',
    '::ffff:203.0.113.0/120',
    '::ffff:cb00:7107',
    '2001:db8::1/64',
    '203.0.113.0/-1',
    '203.0.113.0/1e1',
    '0xcb.0.113.7',
    '3405803783',
    '203.0.113.07',
    'fe80::1%eth0',
    'example.org',
    'loopback',
  ])
    it(`cannot be “${wrong}”`, async () => {
      const refusal = await thrownBy(async () => canonicalRanges(['198.51.100.0/24', wrong]));
      const { code, errors } = refusal as WaslError;
      expect(code).to.equal('common.VALIDATION_FAILED');
      expect(errors.map(({ pointer }) => pointer)).to.deep.equal(['/addressRanges/1']);
    });

  const ranges = ['203.0.113.0/28', '2001:db8:7::/48', '198.51.100.9/32'];
  for (const inside of [
    '203.0.113.0',
    '203.0.113.15',
    // The same client, as a socket for both families names it.
    '::ffff:203.0.113.15',
    '::ffff:cb00:710f',
    '0:0:0:0:0:ffff:203.0.113.1',
    '::FFFF:198.51.100.9',
    '2001:db8:7:ffff::1',
    '2001:0DB8:0007::',
  ])
    it(`contain ${inside}`, () => expect(isWithin(inside, ranges)).to.equal(true));

  for (const outside of [
    '203.0.113.16',
    '::ffff:203.0.113.16',
    '::203.0.113.1',
    '64:ff9b::203.0.113.1',
    '2002:cb00:7101::1',
    '2001:db8:8::1',
    '198.51.100.90',
    '198.51.100.9.evil.example',
    '203.0.113.1, 8.8.8.8',
    '0313.0.113.1',
    '3405803777',
    'localhost',
    'unknown',
    '',
  ])
    it(`do not contain “${outside}”`, () => expect(isWithin(outside, ranges)).to.equal(false));

  it('of one family say nothing of the other', () => {
    // ::/96 and ::ffff:0:0/96 lie within.
    expect(isWithin('203.0.113.1', ['::/20'])).to.equal(false);
    expect(isWithin('::ffff:203.0.113.1', ['::/20'])).to.equal(false);
    expect(isWithin('::1', ['127.0.0.0/8'])).to.equal(false);
  });

  it('are everywhere where there are none', () => {
    expect(isWithin('203.0.113.1', [])).to.equal(true);
    expect(isWithin('unknown', [])).to.equal(true);
  });
});
