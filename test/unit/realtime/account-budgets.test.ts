import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import { AccountBudgets } from '../../../realtime/account-budgets.ts';

class Connection extends EventEmitter {
  readyState = 'open';

  close(): void {
    this.readyState = 'closed';
    this.emit('close');
  }
}

describe('the budgets of accounts', () => {
  it('are one for all connections of an account, and forgotten with the last', () => {
    const budgets = new AccountBudgets();
    const [one, two, other] = [new Connection(), new Connection(), new Connection()];
    const budget = budgets.subscribesOf('a', one);
    expect(budgets.subscribesOf('a', two)).to.equal(budget);
    expect(budgets.subscribesOf('b', other)).to.not.equal(budget);
    one.close();
    expect(budgets.subscribesOf('a', new Connection())).to.equal(budget);
    expect(budgets.size).to.equal(2);
  });

  it('are not kept for connections that have closed', () => {
    const budgets = new AccountBudgets();
    const [one, gone] = [new Connection(), new Connection()];
    gone.close();
    budgets.subscribesOf('a', gone);
    expect(budgets.size).to.equal(0);
    budgets.subscribesOf('a', one);
    one.close();
    expect(budgets.size).to.equal(0);
  });
});
