import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { expect } from 'chai';
import sinon from 'sinon';
import { Anteroom, type EngineConnection } from '../../../realtime/anteroom.ts';

class Connection extends EventEmitter implements EngineConnection {
  readonly request = {} as IncomingMessage;
  readonly close = sinon.spy();
}

describe('a connection that has not signed in', () => {
  let clock: sinon.SinonFakeTimers;

  beforeEach(() => {
    clock = sinon.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => clock.restore());

  function received(): { connection: Connection; anteroom: Anteroom } {
    const anteroom = new Anteroom({ addressOf: () => '203.0.113.1' });
    const connection = new Connection();
    anteroom.receive(connection);
    return { connection, anteroom };
  }

  it('is discarded after ten seconds, so that nothing waits for it when the process stops', () => {
    const { connection } = received();
    clock.tick(9_999);
    expect(connection.close.called).to.equal(false);
    clock.tick(1);
    expect(connection.close.args).to.deep.equal([[true]]);
  });

  it('may stay and send what it likes once it has', () => {
    const { connection, anteroom } = received();
    for (let packet = 0; packet < 4; packet += 1) connection.emit('packet');
    anteroom.signedIn(connection);
    for (let packet = 0; packet < 100; packet += 1) connection.emit('packet');
    clock.tick(60_000);
    expect(connection.close.called).to.equal(false);
  });
});
