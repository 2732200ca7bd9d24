import { expect } from 'chai';
import { type Place, replaceInTurn } from '../../scripts/operate/roll/replace-in-turn.ts';
import { CommandError } from '../../scripts/shared/command-error.ts';
import { thrownBy } from '../support/thrown-by.ts';

const PACE = { readyLimitMs: 200, settleMs: 20, everyMs: 5 };

/** Places whose processes become ready as `outcomes` says, and what was done with them. */
function placesOf(outcomes: readonly ('ready' | 'never' | 'briefly')[], ready = outcomes.map(() => true)) {
  const log: string[] = [];
  const serving = [...ready];
  const places = outcomes.map((outcome, at): Place => {
    const name = `process ${at + 1}`;
    return {
      name,
      restart: async () => {
        serving[at] = false;
        log.push(`${name} restarted, ${serving.filter(Boolean).length} serving`);
        if (outcome === 'never') return;
        setTimeout(() => {
          serving[at] = true;
        }, 10);
        if (outcome === 'briefly')
          setTimeout(() => {
            serving[at] = false;
          }, 25);
      },
      isReady: async () => serving[at] === true,
    };
  });
  return { places, log, serving };
}

describe('replacing processes one after the other', () => {
  it('touches each once the one before is ready', async () => {
    const { places, log } = placesOf(['ready', 'ready', 'ready']);
    const said: string[] = [];
    await replaceInTurn(places, (line) => said.push(line), PACE);
    expect(log).to.deep.equal([1, 2, 3].map((n) => `process ${n} restarted, 2 serving`));
    expect(said.map((line) => line.replace(/ \(.*/, ''))).to.deep.equal(
      [1, 2, 3].map((n) => `process ${n} is ready`),
    );
  });

  for (const outcome of ['never', 'briefly'] as const)
    it(`stops at one that is ready ${outcome}, and leaves the others as they are`, async () => {
      const { places, log, serving } = placesOf(['ready', outcome, 'ready']);
      const error = await thrownBy(() => replaceInTurn(places, () => undefined, PACE));
      expect(error).to.be.instanceOf(CommandError).and.have.property('message').that.includes('process 2');
      expect(log).to.have.length(2);
      expect(serving).to.deep.equal([true, false, true]);
    });

  it('never ends the only one that serves', async () => {
    const { places, log } = placesOf(['ready', 'ready'], [true, false]);
    const error = await thrownBy(() => replaceInTurn(places, () => undefined, PACE));
    expect(error).to.have.property('message').that.includes('the only process that serves');
    expect(log).to.deep.equal([]);
  });

  it('starts those that do not run, first of all at the first start', async () => {
    const { places, log } = placesOf(['ready', 'ready'], [false, false]);
    await replaceInTurn(places, () => undefined, PACE);
    expect(log).to.have.length(2);
  });
});
