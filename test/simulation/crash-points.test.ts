import { expect } from 'chai';
import { CRASH_POINTS as CHAOS_POINTS } from '../chaos/protocol.ts';
import { ChainStage, type StageOptions, type Stop } from './chain-stage.ts';
import { CRASH_POINTS, MOMENTS, type Moment } from './crash-points.ts';

const ENDINGS = ['credited', 'refunded', 'reminded'] as const;
const RUNTIMES = [
  { name: 'owners', sticky: true, without: ['row lock', 'turn'] },
  { name: 'row locks', sticky: false, without: ['claim', 'activation', 'forwarding'] },
];

/**
 * Stopping at each request is tried at one of the five moments, in turn, so that each moment meets every fifth request.
 * `WASL_CRASH_POINTS=all npx mocha test/simulation/crash-points.test.ts` tries every moment at every request.
 */
const EVERY_MOMENT = process.env.WASL_CRASH_POINTS === 'all';

function momentsAt(question: number): Moment[] {
  const all = Object.keys(MOMENTS) as Moment[];
  return EVERY_MOMENT ? all : all.filter((_, at) => at === question % all.length);
}

async function play(options: StageOptions, stopAt: Stop | null) {
  const stage = new ChainStage(options);
  try {
    return await stage.play(stopAt);
  } catch (error) {
    const how = `${JSON.stringify(options)} stopped at ${JSON.stringify(stopAt)}`;
    throw new Error(`${String(error)}\n${how}\n${stage.world.schedule.story(60)}`);
  }
}

describe('a chain between two actors', () => {
  for (const { name, sticky, without } of RUNTIMES) {
    describe(`run by ${name}`, () => {
      for (const { name: point, step, moment } of CRASH_POINTS) {
        if (without.includes(step)) continue;
        const ways = ENDINGS.flatMap((ending) => [true, false].map((repeats) => ({ ending, repeats })));
        it(`finishes or undoes itself when stopped at: ${point}`, async () => {
          const runs = [];
          for (const way of ways) runs.push(await play({ seed: 1, sticky, ...way }, { step, moment }));
          expect(runs.some(({ stopped }) => stopped)).to.equal(true);
        });
      }

      it('finishes or undoes itself wherever it is stopped, request by request', async function () {
        this.timeout(600_000);
        for (const ending of ENDINGS) {
          const options = { seed: 2, sticky, ending, repeats: true };
          const { questions } = await play(options, null);
          // After the chain there are only heartbeats and searches for due rows.
          const last = Math.min(questions, ending === 'reminded' ? 90 : 45);
          for (let question = 1; question <= last; question += 1) {
            for (const moment of momentsAt(question)) await play(options, { question, moment });
          }
        }
      });
    });
  }

  it('is stopped at every point where the chaos run kills real processes', () => {
    const named = CRASH_POINTS.flatMap(({ chaos }) => (chaos === undefined ? [] : [chaos]));
    expect([...named].sort()).to.deep.equal([...CHAOS_POINTS].sort());
  });
});
