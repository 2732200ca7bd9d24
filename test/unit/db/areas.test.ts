import { expect } from 'chai';
import { AREAS, areaNamespace, slotOf, taggedNamespace } from '../../../db/redis/areas.ts';

describe('the areas of Redis', () => {
  it('are found in the slots that Redis computes', () => {
    // From the specification of Redis Cluster, and from CLUSTER KEYSLOT of Redis 7.0.
    expect(slotOf('123456789')).to.equal(0x31c3 % 16_384);
    expect(slotOf('foo')).to.equal(12_182);
    expect(slotOf('{foo}:bar')).to.equal(12_182);
    expect(slotOf('x{foo}{bar}')).to.equal(12_182);
    expect(slotOf('{}foo')).to.not.equal(12_182);
  });

  it('are apart on three masters with equal shares, whatever the namespace', () => {
    for (const namespace of ['wasl', 'wasl-2', 't-0d4f8a', 'a', 'qatar-production-installation']) {
      const third = (area: (typeof AREAS)[number]) =>
        Math.floor(slotOf(taggedNamespace(namespace, area)) / (16_384 / 3));
      expect(new Set((['live', 'owners', 'drivers'] as const).map(third)).size, namespace).to.equal(3);
    }
  });

  it('have the prefix of the installation unless Redis is a cluster', () => {
    for (const redisUrl of ['redis://host', 'redis+sentinel://host/wasl'])
      expect(AREAS.map((area) => areaNamespace({ redisUrl, redisNamespace: 'wasl' }, area))).to.deep.equal(
        AREAS.map(() => 'wasl'),
      );
    const tagged = AREAS.map((area) =>
      areaNamespace({ redisUrl: 'redis+cluster://host', redisNamespace: 'wasl' }, area),
    );
    for (const namespace of tagged) {
      expect(namespace).to.match(/^\{wasl:[a-z]+(\.\d+)?\}$/);
      expect(slotOf(`${namespace}:live:{order:1}:head`)).to.equal(slotOf(namespace));
    }
  });
});
