import { expect } from 'chai';
import { capsOf, combinationOf, type Pressed } from '../../../consoles/shared/keys/shortcut.ts';

const pressed = (event: Partial<Pressed>): string =>
  combinationOf({
    ...{ key: '', code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
    ...event,
  });

describe('keyboard shortcuts', () => {
  it('refer to the physical keys, whatever layout is chosen', () => {
    expect(pressed({ key: 'j', code: 'KeyJ' })).to.equal('j');
    expect(pressed({ key: 'ت', code: 'KeyJ' })).to.equal('j');
    expect(pressed({ key: '٣', code: 'Digit3' })).to.equal('3');
    expect(pressed({ key: '؟', code: 'Slash', shiftKey: true })).to.equal('?');
    expect(pressed({ key: 'ظ', code: 'Slash' })).to.equal('/');
  });

  it('accept Command for Control, and capitals for letters', () => {
    expect(pressed({ key: 'z', code: 'KeyZ', metaKey: true })).to.equal('Ctrl+z');
    expect(pressed({ key: 'J', code: 'KeyJ', shiftKey: true })).to.equal('j');
    expect(pressed({ key: 'F10', code: 'F10', shiftKey: true })).to.equal('Shift+F10');
    expect(pressed({ key: '?', code: 'Slash', shiftKey: true })).to.equal('?');
  });

  it('are shown as labelled on the keys', () => {
    expect(capsOf('Ctrl+z')).to.deep.equal(['Ctrl', 'Z']);
    expect(capsOf(' ')).to.deep.equal(['Space']);
  });
});
