import { expect } from 'chai';
import { databaseHosts, isDatabaseUrl, roleOf } from '../../../db/database-hosts.ts';

describe('the address of a database', () => {
  it('may name several servers, each with role, password and database of all', () => {
    const url = 'postgresql://wasl:p%40ss,word@10.0.0.1:5433,db-2,[fd00::2]:5434/wasl?sslmode=require';
    const hosts = databaseHosts(url);
    expect(hosts.map(({ url: one }) => one)).to.deep.equal([
      'postgresql://wasl:p%40ss,word@10.0.0.1:5433/wasl?sslmode=require',
      'postgresql://wasl:p%40ss,word@db-2/wasl?sslmode=require',
      'postgresql://wasl:p%40ss,word@[fd00::2]:5434/wasl?sslmode=require',
    ]);
    expect(hosts.map(({ address }) => address)).to.deep.equal([
      { host: '10.0.0.1', port: 5433 },
      { host: 'db-2', port: 5432 },
      { host: 'fd00::2', port: 5434 },
    ]);
    expect(roleOf(url)).to.equal('wasl');
    expect(isDatabaseUrl(url)).to.equal(true);
  });

  it('of one server is left to the driver as it is, a socket, too', () => {
    for (const url of [
      'postgresql://u:p@127.0.0.1:5432/d',
      'postgresql:///wasl?host=/run/postgresql&user=u',
    ]) {
      expect(databaseHosts(url).map(({ url: one, address }) => ({ one, address }))).to.deep.equal([
        { one: url, address: null },
      ]);
      expect(isDatabaseUrl(url), url).to.equal(true);
    }
  });

  it('is refused if a host is missing or is none', () => {
    for (const url of [
      'postgresql://u:p@10.0.0.1,,10.0.0.2/d',
      'postgresql://u:p@10.0.0.1:99999,10.0.0.2/d',
      'mysql://u:p@10.0.0.1/d',
      'wasl',
    ])
      expect(isDatabaseUrl(url), url).to.equal(false);
  });
});
