import { createECDH } from 'node:crypto';
import { expect } from 'chai';
import {
  areReceiverKeys,
  encryptPush,
  MAX_PLAIN_BYTES,
} from '../../../server/notifications/push/encrypt-push.ts';
import { decryptPush, newReceiver } from '../../support/push-receiver.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

describe('encrypting a push message', () => {
  it('yields the bytes of the example in RFC 8291, appendix A', () => {
    const sender = createECDH('prime256v1');
    sender.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'));
    const receiver = {
      p256dh: bytes(
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      ),
      auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
    };
    const text = Buffer.from('When I grow up, I want to be a watermelon');
    const message = encryptPush(text, receiver, { sender, salt: bytes('DGv6ra1nlYgDCS1FRnbzlw') });
    expect(message.toString('base64url')).to.equal(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    );
  });

  it('is decrypted by its receiver alone, and differs each time', () => {
    const [receiver, other] = [newReceiver(), newReceiver()];
    const text = Buffer.from('وصل طلبك');
    const [one, two] = [encryptPush(text, receiver.keys), encryptPush(text, receiver.keys)];
    expect(decryptPush(one, receiver).toString()).to.equal('وصل طلبك');
    expect(decryptPush(two, receiver).toString()).to.equal('وصل طلبك');
    expect(one.equals(two)).to.equal(false);
    expect(() => decryptPush(one, other)).to.throw();
  });

  it('fills a message of 4,096 bytes, the maximum that every push service accepts, and no more', () => {
    const receiver = newReceiver();
    const text = Buffer.alloc(MAX_PLAIN_BYTES, 'a');
    const message = encryptPush(text, receiver.keys);
    expect(message.length).to.equal(4_096);
    expect(decryptPush(message, receiver).equals(text)).to.equal(true);
    expect(() => encryptPush(Buffer.alloc(MAX_PLAIN_BYTES + 1), receiver.keys)).to.throw(RangeError);
  });

  it('needs a point on the curve and 16 bytes of secret', () => {
    const { keys } = newReceiver();
    expect(areReceiverKeys(keys)).to.equal(true);
    const offCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]);
    expect(areReceiverKeys({ ...keys, p256dh: offCurve })).to.equal(false);
    expect(areReceiverKeys({ ...keys, p256dh: Buffer.alloc(65) })).to.equal(false);
    expect(areReceiverKeys({ ...keys, p256dh: keys.p256dh.subarray(0, 64) })).to.equal(false);
    expect(areReceiverKeys({ ...keys, auth: Buffer.alloc(15) })).to.equal(false);
  });
});
