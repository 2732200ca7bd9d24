import { expect } from 'chai';
import { WaslError } from '../../../actors/errors.ts';
import { ifMatchOf, requireVersion } from '../../../server/kernel/http/preconditions.ts';

describe('If-Match', () => {
  const codeOf = (header: string | undefined, version: number): string => {
    try {
      requireVersion(ifMatchOf(header), version);
      return 'allowed';
    } catch (error) {
      return error instanceof WaslError ? error.code : String(error);
    }
  };

  it('allows a change of the version it names, of one in its list, and of any with *', () => {
    for (const header of ['"7"', 'W/"7"', ' "7" ', '"5", "7"', '"5","7" , "abc"', '*', ' * '])
      expect(codeOf(header, 7), header).to.equal('allowed');
  });

  it("refuses another version, another resource's tag, and nothing at all", () => {
    for (const header of ['"6"', '"5", "6"', '"abc"', '""', '"70"', '"7a"', '"1234567890123456"'])
      expect(codeOf(header, 7), header).to.equal('common.PRECONDITION_FAILED');
    expect(codeOf(undefined, 7)).to.equal('common.PRECONDITION_REQUIRED');
  });

  it('refuses what is not a list of entity tags', () => {
    for (const header of ['7', '"7', 'w/"7"', '"7", 8', '*, "7"', ''])
      expect(codeOf(header, 7), header).to.equal('common.VALIDATION_FAILED');
  });
});
