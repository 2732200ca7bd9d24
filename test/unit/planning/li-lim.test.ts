import { expect } from 'chai';
import { plan } from '../../../actors/planning/plan.ts';
import { checkTours } from '../../bench/check-tours.ts';
import { problemOf, readInstances, toursOf } from '../../bench/li-lim.ts';
import { iterations } from './iterations.ts';

const instances = readInstances();
const lc101 = instances.find(({ name }) => name === 'lc101')!;

/** The planner reaches the best known tours within a moment: this instance is easy. */
function tours(): number[][] {
  const options = { seed: 1, latenessCost: 1, changeCost: 0, maxMoved: null };
  return toursOf(lc101, plan(problemOf(lc101), { ...options, budget: iterations(2000) }));
}

describe('the instances of Li and Lim', () => {
  it('are 29, with as many pickups as deliveries', () => {
    expect(instances).to.have.length(29);
    for (const { nodes } of instances)
      expect(nodes.filter(({ pickup }) => pickup > 0)).to.have.length((nodes.length - 1) / 2);
  });

  it('are planned as well as the best known result', () => {
    const { distance, served, requests } = checkTours(lc101, tours());
    expect(served).to.equal(requests);
    expect(distance).to.be.closeTo(lc101.bestKnown.distance, 0.01);
  });

  it('are driven by a checker that sees every broken rule', () => {
    const right = tours();
    const [first = [], ...others] = right;
    const crowd = lc101.nodes.flatMap(({ demand }, id) => (demand > 0 ? [id] : []));
    const wrong: [number[][], RegExp][] = [
      [[...right, []], /11 tours/],
      [[first.toReversed(), ...others], /is reached at|on board|without its pickup/],
      [[first.slice(1), ...others], /on board|without its pickup/],
      [[first, first, ...others.slice(1)], /visited twice/],
      [[crowd], /is reached at|on board/],
      [[first.slice(0, -1), ...others], /never delivered/],
    ];
    for (const [broken, message] of wrong) expect(() => checkTours(lc101, broken)).to.throw(message);
  });
});
