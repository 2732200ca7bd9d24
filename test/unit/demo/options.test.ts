import { expect } from 'chai';
import { DEMO_ORDER_USAGE, readDemoOrderOptions } from '../../../scripts/demo/options.ts';
import { Fault } from '../../../scripts/shared/fault.ts';

describe('the command line of demo:order', () => {
  it('takes a data folder, or asks for help', () => {
    expect(readDemoOrderOptions([])).to.deep.equal({ help: false, dataDir: undefined });
    expect(readDemoOrderOptions(['--data-dir', '/tmp/x'])).to.deep.equal({ help: false, dataDir: '/tmp/x' });
    expect(readDemoOrderOptions(['-h'])).to.deep.equal({ help: true });
  });

  it('says how it is used when it is not understood', () => {
    for (const args of [['--unknown'], ['extra'], ['--data-dir']]) {
      expect(() => readDemoOrderOptions(args)).to.throw(Fault, DEMO_ORDER_USAGE);
    }
  });
});
