import { networkInterfaces } from 'node:os';
import { expect } from 'chai';
import { OutsideAddresses, OutsideRefused } from '../../../server/kernel/security/outside-address.ts';

/** One of each range that leads to no public host, including its edges, and each way to write it. */
const INSIDE = [
  // Loopback, and what stands for it.
  'https://127.0.0.1/',
  'https://127.255.255.254/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://%31%32%37.0.0.1/',
  'https://１２７.０.０.１/',
  'https://127。0。0。1/',
  'https://0/',
  'https://0.0.0.0/',
  'https://[::1]/',
  'https://[::]/',
  'https://[0:0:0:0:0:0:0:1]/',
  // IPv4 within IPv6: mapped, compatible, translated, NAT64 of both prefixes, 6to4, Teredo.
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:8.8.8.8]/',
  'https://[::127.0.0.1]/',
  'https://[::ffff:0:127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b::8.8.8.8]/',
  'https://[64:ff9b:1::a00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2002:a00:1::1]/',
  'https://[2001:0:7f00:1::]/',
  // Private, shared (CGNAT), link-local with the clouds' metadata, benchmarks, documentation, multicast, reserved.
  'https://10.0.0.1/',
  'https://10.255.255.255/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://100.127.255.255/',
  'https://169.254.169.254/latest/meta-data/',
  'https://[fd00:ec2::254]/',
  'https://192.0.0.192/',
  'https://192.0.2.1/',
  'https://192.88.99.1/',
  'https://198.18.0.1/',
  'https://198.51.100.7/',
  'https://203.0.113.7/',
  'https://224.0.0.1/',
  'https://239.255.255.250/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  'https://[fc00::1]/',
  'https://[fdff::1]/',
  'https://[fe80::1]/',
  'https://[fec0::1]/',
  'https://[ff02::1]/',
  'https://[100::1]/',
  'https://[2001:db8::1]/',
  'https://[2001:10::1]/',
  'https://[3fff::1]/',
  'https://[5f00::1]/',
  'https://[4000::1]/',
];

const INSIDE_NAMES = [
  'https://localhost/',
  'https://LOCALHOST./',
  'https://api.localhost/',
  'https://redis/',
  'https://db.internal/',
  'https://metadata.google.internal/',
  'https://printer.local/',
  'https://router.home.arpa/',
  'https://1.0.0.127.in-addr.arpa/',
  'https://hidden.onion/',
];

const OTHER_FAULTS = [
  ['http://push.service.qa/', /https/],
  ['ftp://push.service.qa/', /https/],
  ['file:///etc/passwd', /https/],
  ['gopher://push.service.qa/', /https/],
  ['javascript:alert(1)', /https/],
  ['//push.service.qa/', /not an address/],
  ['push.service.qa', /not an address/],
  ['', /not an address/],
  ['https://', /not an address/],
  ['https://push.service.qa@127.0.0.1/', /user name/],
  ['https://user:word@push.service.qa/', /user name/],
  ['https://:word@push.service.qa/', /user name/],
  ['https://push.service.qa:25/', /port/],
  ['https://push.service.qa:22/', /port/],
  ['https://push.service.qa:0/', /port/],
] as const;

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
