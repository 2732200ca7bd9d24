import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../../db/root.ts';

const css = readFileSync(path.join(projectRoot, 'consoles/shared/theme/tokens.css'), 'utf8');

function tokensOf(selector: string): Map<string, string> {
  const start = css.indexOf(`${selector} {`);
  const block = css.slice(start, css.indexOf('}', start));
  return new Map(
    [...block.matchAll(/(--[\w-]+): (#[0-9a-f]{6})/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

/** Relative luminance and contrast as WCAG 2 defines them. */
function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ['canvas', 'surface', 'sunken', 'raised', 'hover', 'selected'];
const INKS = ['text', 'text-muted'];
const TONES = ['danger', 'warning', 'success', 'info'];
const STATES = ['transit', 'idle', 'break', 'away', 'late'];

describe('colours of the consoles', () => {
  for (const [theme, selector] of [
    ['light', ':root'],
    ['dark', ':root[data-theme="dark"]'],
  ] as const) {
    it(`have enough contrast: ${theme}`, () => {
      const tokens = tokensOf(selector);
      const weak: string[] = [];
      const check = (ink: string, ground: string, least: number) => {
        const [one, other] = [tokens.get(ink), tokens.get(ground)];
        expect([one, other], `${ink} on ${ground}`).to.not.include(undefined);
        const reached = contrast(one ?? '', other ?? '');
        if (reached < least) weak.push(`${ink} on ${ground}: ${reached.toFixed(2)} of ${least}`);
      };
      for (const ground of GROUNDS) {
        for (const ink of INKS) check(`--color-${ink}`, `--color-${ground}`, 4.5);
        check('--color-focus', `--color-${ground}`, 3);
      }
      for (const ground of ['canvas', 'surface', 'raised']) {
        check('--color-line-strong', `--color-${ground}`, 3);
        check('--color-accent', `--color-${ground}`, 4.5);
        for (const tone of TONES) check(`--color-${tone}`, `--color-${ground}`, 4.5);
        for (const state of STATES) check(`--state-${state}`, `--color-${ground}`, 4.5);
      }
      for (const tone of TONES) {
        check('--color-text', `--color-${tone}-soft`, 4.5);
        check(`--color-${tone}`, `--color-${tone}-soft`, 4.5);
      }
      for (const ground of ['accent', 'accent-hover']) check('--color-on-accent', `--color-${ground}`, 4.5);
      for (const ground of ['danger', 'danger-hover']) check('--color-on-danger', `--color-${ground}`, 4.5);
      expect(weak).to.deep.equal([]);
    });
  }
});
