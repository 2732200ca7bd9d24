import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Handlers } from '../../kernel/http/operation.ts';
import { qar } from '../../kernel/http/qar.ts';
import { checkLedger } from './ledger-check.ts';

export function ledgerHandlers({ database }: Pick<Dependencies, 'database'>): Pick<Handlers, 'checkLedger'> {
  return {
    async checkLedger() {
      const { balanced, entries, sum, accounts, faults } = await checkLedger(database);
      return {
        status: 200,
        body: {
          balanced,
          entries,
          sum: qar(sum),
          accounts: accounts.map(({ account, balance }) => ({ account, balance: qar(balance) })),
          faults: faults.map(({ kind, subject, difference }) => ({
            kind,
            subject,
            difference: qar(difference),
          })),
        },
      };
    },
  };
}
