import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { RULES } from '../../../actors/assignment/rules.ts';
import { ALERT_KINDS } from '../../../actors/kinds/alert-kinds.ts';
import { projectRoot } from '../../../db/root.ts';
import { timeIn } from '../../../server/dispatch/alerts/alert-text.ts';
import { alertAction, alertText, escalatingKinds } from '../../../server/dispatch/alerts/alert-texts.ts';
import { ruleWords } from '../../../server/dispatch/alerts/rule-words.ts';

const SUBJECT = { orderNumber: 'W-7', seller: { en: 'Souq', ar: 'سوق' }, driverName: 'Yousef' };
const ARABIC = /[\u0600-\u06ff]/;

describe('the words of alerts', () => {
  for (const kind of ALERT_KINDS) {
    it(`${kind}: a sentence and what to do, in both languages`, () => {
      const { en, ar } = alertText(kind, SUBJECT, { since: '2026-02-12T10:00:00.000Z' });
      expect(en)
        .to.match(/^[A-Z].*\.$/s)
        .and.not.match(/undefined|null|NaN/);
      expect(ar)
        .to.match(ARABIC)
        .and.not.match(/undefined|null|NaN/);
      const action = alertAction(kind);
      expect(action.en).to.match(/^[A-Z].*\.$/s);
      expect(action.ar).to.match(ARABIC);
    });
  }

  it('are all in docs/alerts.md, with the mark of those that escalate', () => {
    const page = readFileSync(path.join(projectRoot, 'docs/alerts.md'), 'utf8');
    const rows = page.split('\n').filter((line) => line.startsWith('| '));
    for (const kind of ALERT_KINDS) {
      const row = rows.find((line) => line.split('|')[1]?.split(/[ ,]+/).includes(kind));
      expect(row, kind).not.to.equal(undefined);
      expect(row?.includes('↑'), kind).to.equal(escalatingKinds().includes(kind));
    }
  });

  it('of a kind nobody knows are its name', () => {
    expect(alertText('FLOOD', SUBJECT, {})).to.include({ severity: 'WARNING', en: 'FLOOD: order W-7.' });
    expect(alertAction('FLOOD').en).not.to.equal('');
  });

  it('say every rule of assignment', () => {
    for (const rule of RULES) {
      expect(ruleWords(rule).en, rule).not.to.equal(rule);
      expect(ruleWords(rule).ar, rule).to.match(ARABIC);
    }
    expect(ruleWords('NEW_RULE').en).to.equal('NEW_RULE');
  });

  it('tell times in Qatar, with Latin digits', () => {
    expect(timeIn('en', '2026-02-12T21:05:00.000Z')).to.match(/13 Feb.*00:05/);
    expect(timeIn('ar', '2026-02-12T21:05:00.000Z')).to.contain('00:05');
    expect(timeIn('en', '')).to.equal('?');
  });
});
