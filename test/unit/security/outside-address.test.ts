import { networkInterfaces } from 'node:os';
import { expect } from 'chai';
import { OutsideAddresses, OutsideRefused } from '../../../server/kernel/security/outside-address.ts';
import { INSIDE, INSIDE_NAMES, OTHER_FAULTS } from '../../support/inside-addresses.ts';

const OUTSIDE = [
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com:443/abc',
  'https://ntfy.service.qa:8443/up?token=1',
  'https://8.8.8.8/',
  'https://100.63.255.255/',
  'https://100.128.0.1/',
  'https://172.15.255.255/',
  'https://172.32.0.1/',
  'https://192.0.3.1/',
  'https://223.255.255.255/',
  'https://[2606:4700:4700::1111]/',
  'https://[2a00:1450:4001::1]/',
];

describe('addresses outside', () => {
  const addresses = new OutsideAddresses({ loopback: false, inside: [] });
  const faultOf = (url: string, judge = addresses): string | null => {
    try {
      judge.read(url);
      return null;
    } catch (error) {
      if (error instanceof OutsideRefused) return error.message;
      throw error;
    }
  };

  it('are in no special range, however they are written', () => {
    const admitted = INSIDE.filter((url) => !/not a public/.test(faultOf(url) ?? ''));
    expect(admitted).to.deep.equal([]);
  });

  it('are not names that only an internal network knows', () => {
    const admitted = INSIDE_NAMES.filter((url) => !/not a public/.test(faultOf(url) ?? ''));
    expect(admitted).to.deep.equal([]);
  });

  it('are https, without credentials, at an expected port', () => {
    for (const [url, words] of OTHER_FAULTS) expect(faultOf(url), url).to.match(words);
  });

  it('are all others', () => {
    for (const url of OUTSIDE) expect(faultOf(url), url).to.equal(null);
  });

  it("are not this machine's own", () => {
    const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    for (const { address, family } of own) {
      const host = family === 'IPv6' ? `[${address.replace(/%.*$/, '')}]` : address;
      expect(faultOf(`https://${host}/`), host).to.match(/not a public/);
    }
  });

  it('are not those that the operator counts as internal, even if they are public', () => {
    const judge = new OutsideAddresses({ loopback: false, inside: ['8.8.8.0/24', '2606:4700::/32'] });
    expect(faultOf('https://8.8.8.8/', judge)).to.match(/not a public/);
    expect(faultOf('https://[2606:4700:4700::1111]/', judge)).to.match(/not a public/);
    expect(faultOf('https://8.8.4.4/', judge)).to.equal(null);
  });

  it("may be a test's own server on 127.0.0.1, and nothing else internal", () => {
    const judge = new OutsideAddresses({ loopback: true, inside: [] });
    expect(faultOf('http://127.0.0.1:4321/', judge)).to.equal(null);
    for (const url of ['https://127.0.0.2/', 'https://[::1]/', 'https://localhost/', 'http://8.8.8.8/'])
      expect(faultOf(url, judge), url).to.not.equal(null);
  });

  it('are checked once more when a name is resolved', () => {
    for (const address of ['10.0.0.1', '::ffff:10.0.0.1', 'fe80::1%eth0', '::1', 'not-an-address'])
      expect(() => addresses.refuseInside(address), address).to.throw(OutsideRefused);
    expect(() => addresses.refuseInside('8.8.8.8')).to.not.throw();
  });
});
