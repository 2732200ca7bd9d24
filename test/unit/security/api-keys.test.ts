import { expect } from 'chai';
import {
  API_KEY,
  apiKeyIn,
  beginsLikeApiKey,
  hintOf,
  isApiKey,
  newApiKey,
} from '../../../server/kernel/security/api-keys.ts';
import { rightsFor } from '../../../server/kernel/security/api-scopes.ts';

describe('an API key', () => {
  it('has the prefix that scanners look for, and a checksum that one wrong character breaks', () => {
    const key = newApiKey();
    expect(key).to.match(API_KEY);
    expect(isApiKey(key)).to.equal(true);
    for (let at = 'wasl_sk_'.length; at < key.length; at += 1) {
      const other = key[at] === '7' ? '8' : '7';
      expect(isApiKey(key.slice(0, at) + other + key.slice(at + 1)), `character ${at}`).to.equal(false);
    }
    expect(isApiKey(`${key}0`)).to.equal(false);
    expect(isApiKey(key.toLowerCase())).to.equal(false);
  });

  it('is new each time', () => {
    expect(new Set(Array.from({ length: 1_000 }, newApiKey)).size).to.equal(1_000);
  });

  it('is recognised by its first characters, which give away four of forty', () => {
    const key = newApiKey();
    expect(hintOf(key)).to.equal(key.slice(0, 12));
  });

  it('is read from a bearer header, also when it is mutilated, so that it is never another kind of token', () => {
    const key = newApiKey();
    expect(apiKeyIn(`Bearer ${key}`)).to.equal(key);
    expect(apiKeyIn(`bearer  ${key}`)).to.equal(key);
    expect(apiKeyIn('Bearer wasl_sk_a.b.c')).to.equal('wasl_sk_a.b.c');
    for (const none of [undefined, '', key, `Basic ${key}`, 'Bearer dt_abc', `Bearer ${key} ${key}`])
      expect(apiKeyIn(none)).to.equal(null);
    expect(beginsLikeApiKey('wasl_sk_')).to.equal(true);
    expect(beginsLikeApiKey('rt_wasl_sk_')).to.equal(false);
  });

  it('writes only in the permissions of its scopes for writing', () => {
    const scopes = new Set(['catalogue:write', 'stock:read', 'orders:read'] as const);
    expect([...rightsFor('catalogue:write', scopes)]).to.deep.equal(['CATALOGUE']);
    expect([...rightsFor('orders:read', scopes)].sort()).to.deep.equal(['ORDERS', 'STOCK']);
  });
});
