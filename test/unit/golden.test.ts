import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { driverMachine } from '../../actors/driver/machine.ts';
import { orderMachine } from '../../actors/order/machine.ts';
import type { DomainEvent, JsonObject } from '../../actors/runtime/machine.ts';
import { type AnyMachine, register } from '../../actors/runtime/registry.ts';
import { zoneMachine } from '../../actors/zone/machine.ts';
import { projectRoot } from '../../db/root.ts';

interface Golden {
  kind: 'order' | 'driver' | 'zone';
  schema: number;
  events: DomainEvent[];
  state: JsonObject;
}

const GOLDEN = join(projectRoot, 'test/golden');
const noFacts = async () => ({});
const MACHINES: Record<Golden['kind'], AnyMachine> = {
  order: register(orderMachine as never, noFacts).machine,
  driver: register(driverMachine as never, noFacts).machine,
  zone: register(zoneMachine as never, noFacts).machine,
};

describe('states and events of every release', () => {
  const folders = readdirSync(GOLDEN).filter((name) => name.startsWith('schema-'));
  const files = folders.flatMap((folder) =>
    readdirSync(join(GOLDEN, folder)).map((name) => join(folder, name)),
  );

  it('are stored for each kind in the present schema', () => {
    for (const kind of ['order', 'driver', 'zone'] as const)
      expect(files).to.include(join(`schema-${MACHINES[kind].schema}`, `${kind}.json`));
  });

  for (const file of files) {
    it(`${file}: its events still give its state, and its state still loads`, () => {
      const golden = JSON.parse(readFileSync(join(GOLDEN, file), 'utf8')) as Golden;
      const machine = MACHINES[golden.kind];
      const loaded = machine.upcast(golden.state, golden.schema);
      const replayed = golden.events.reduce<unknown>((state, event) => machine.evolve(state, event), null);
      expect(JSON.parse(JSON.stringify(replayed))).to.deep.equal(JSON.parse(JSON.stringify(loaded)));
    });
  }
});
