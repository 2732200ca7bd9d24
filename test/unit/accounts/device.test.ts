import { expect } from 'chai';
import { deviceKey, deviceName, deviceOf } from '../../../server/accounts/device.ts';
import { networkOf } from '../../../server/accounts/known-device.ts';

const SAFARI_ON_IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1';

describe('the device of a session', () => {
  for (const [userAgent, browser, system] of [
    [SAFARI_ON_IPHONE, 'Safari', 'iOS'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0',
      'Edge',
      'Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; SM-S936B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36',
      'Samsung Internet',
      'Android',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Firefox',
      'macOS',
    ],
    ['okhttp/5.1.0', null, null],
    [null, null, null],
  ] as const)
    it(`is ${browser} on ${system} for ${userAgent?.slice(0, 60)}`, () => {
      expect(deviceOf(userAgent)).to.deep.equal({ browser, system });
    });

  it('is the same after an update, and different for another program', () => {
    expect(deviceKey(SAFARI_ON_IPHONE.replaceAll('19', '20'))).to.equal(deviceKey(SAFARI_ON_IPHONE));
    expect(deviceKey('okhttp/5.1.0'))
      .to.equal(deviceKey('okhttp/6.0.0'))
      .and.not.to.equal(deviceKey('curl/8'));
    expect(deviceName(SAFARI_ON_IPHONE)).to.equal('Safari, iOS');
    expect(deviceName('okhttp/5.1.0')).to.equal('okhttp');
    expect(deviceName(null)).to.equal('');
  });

  it('comes from the part of the address that stays the same on one line', () => {
    expect(networkOf('203.0.113.24'))
      .to.equal(networkOf('203.0.113.250'))
      .and.not.to.equal(networkOf('203.0.114.24'));
    expect(networkOf('::ffff:203.0.113.9')).to.equal(networkOf('203.0.113.24'));
    expect(networkOf('2001:db8:17:4::9')).to.equal(networkOf('2001:0db8:0017:ffff:1:2:3:4'));
    expect(networkOf('2001:db8:17::1')).not.to.equal(networkOf('2001:db8:18::1'));
    expect(networkOf('2001:db8::1')).to.equal('2001:db8:0');
    expect([networkOf(null), networkOf('unknown')]).to.deep.equal(['', 'unknown']);
  });
});
