import { expect } from 'chai';
import { forPeople } from '../../scripts/supervisor/log-file.ts';

describe('log lines for people', () => {
  it('leave out everything below a warning', () => {
    expect(forPeople('{"level":30,"msg":"request completed"}')).to.equal(undefined);
    expect(forPeople('')).to.equal(undefined);
  });

  it('show warnings and errors with their cause', () => {
    expect(forPeople('{"level":40,"msg":"slow"}')).to.equal('warning: slow');
    expect(forPeople('{"level":50,"msg":"failed","err":{"message":"no route"}}')).to.equal(
      'error: failed: no route',
    );
    expect(forPeople('{"level":60,"err":{"message":"no route"}}')).to.equal('fatal: no route');
  });

  it('show a line unchanged when it is not structured', () => {
    expect(forPeople('The configuration has 1 error(s):')).to.equal('The configuration has 1 error(s):');
    expect(forPeople('{ broken')).to.equal('{ broken');
  });
});
