import { expect } from 'chai';
import { runFuzz } from './fuzz.ts';

/** `npm run test:fuzz` sends 200,000, or as many as one likes. */
const REQUESTS = 3_000;
const SEED = 22;

describe('requests drawn from the contract', function () {
  this.timeout(600_000);

  it(`are answered as declared, cheaply, and change nothing when refused (${REQUESTS} requests)`, async () => {
    const { findings, ...figures } = await runFuzz({ seed: SEED, requests: REQUESTS, quick: true });
    const said = findings.map(({ what, example }) => `${what}\n${example}`).join('\n');
    expect(findings, said).to.deep.equal([]);
    // There was something to judge: nearly every operation, answers of every kind, and refusals that were compared.
    expect(figures.operations, JSON.stringify(figures)).to.be.at.least(280);
    expect(Object.keys(figures.answers)).to.include.members([
      '200',
      '201',
      '204',
      '400',
      '401',
      '403',
      '404',
    ]);
    expect(Object.keys(figures.answers)).to.include.members(['405', '409', '415', '422']);
    expect(figures.compared).to.be.at.least(REQUESTS / 6);
    expect(figures.messages).to.be.at.least(REQUESTS / 20);
  });
});
