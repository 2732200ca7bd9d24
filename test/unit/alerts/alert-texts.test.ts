import { expect } from 'chai';
import { RULES } from '../../../actors/assignment/rules.ts';
import { allConditions, type ConditionSources } from '../../../server/compose/conditions.ts';
import { timeIn } from '../../../server/dispatch/alerts/alert-text.ts';
import {
  ALERT_TEXTS,
  type AlertKind,
  alertAction,
  alertText,
  gathersOf,
  manyText,
} from '../../../server/dispatch/alerts/alert-texts.ts';
import { excludingRule, ruleLabel } from '../../../server/dispatch/alerts/rule-labels.ts';
import { clearingOpen } from '../../../server/dispatch/cash/clearing-watch.ts';

const SUBJECT = { orderNumber: 'W-7', seller: { en: 'Souq', ar: 'سوق' }, driverName: 'Yousef' };
const ALERT_KINDS = Object.keys(ALERT_TEXTS) as AlertKind[];
const ARABIC = /[\u0600-\u06ff]/;

describe('the texts of alerts', () => {
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

  it('of several cases are a sentence, in both languages', () => {
    const phases = [{ phase: 'LATE' }, { phase: 'AT_RISK' }];
    const cases = phases.map((phase) => {
      return { ...phase, since: '2026-02-12T10:00:00.000Z', rule: 'CASH_LIMIT', tasks: 2, onBoard: 1 };
    });
    const gathering = ALERT_KINDS.filter((kind) => gathersOf(kind) !== undefined);
    expect(gathering).to.include.members(['NO_CANDIDATE', 'LATE_RISK', 'CASH_NEAR_LIMIT']);
    for (const kind of gathering) {
      for (const count of [2, 3, 11, 103]) {
        const { en, ar } = manyText(kind, count, gathersOf(kind)?.sum(cases) ?? {});
        expect(en, kind)
          .to.match(/^[A-Z0-9].*\.$/s)
          .and.not.match(/undefined|null|NaN|\?/);
        expect(ar, kind)
          .to.match(ARABIC)
          .and.not.match(/undefined|null|NaN|\?/);
      }
    }
  });

  it('name the rule that keeps a delivery from drivers who can be reached', () => {
    expect(excludingRule({ OFFLINE: 12, CASH_LIMIT: 11, CAPACITY: 7, NOT_ON_DUTY: 40 })).to.equal(
      'CASH_LIMIT',
    );
    expect(excludingRule({ OFFLINE: 19, CASH_LIMIT: 11 })).to.equal('OFFLINE');
    expect(excludingRule({ NOT_ON_DUTY: 40 })).to.equal('NOT_ON_DUTY');
    expect(excludingRule(undefined)).to.equal('NOT_ON_DUTY');
  });

  it('belong to kinds with a condition where they are raised by one', () => {
    const watched = [...allConditions({} as ConditionSources), clearingOpen].map(
      (condition) => condition.kind,
    );
    const found = ALERT_KINDS.filter((kind) => ALERT_TEXTS[kind].foundBy === 'condition');
    expect(watched).to.have.members(found);
  });

  it('of an unknown kind are its name', () => {
    expect(alertText('FLOOD', SUBJECT, {})).to.include({ severity: 'WARNING', en: 'FLOOD: order W-7.' });
    expect(alertAction('FLOOD').en).not.to.equal('');
  });

  it('cover every rule of assignment', () => {
    for (const rule of RULES) {
      expect(ruleLabel(rule).en, rule).not.to.equal(rule);
      expect(ruleLabel(rule).ar, rule).to.match(ARABIC);
    }
    expect(ruleLabel('NEW_RULE').en).to.equal('NEW_RULE');
  });

  it('show times in Qatar, with Latin digits', () => {
    expect(timeIn('en', '2026-02-12T21:05:00.000Z')).to.match(/13 Feb.*00:05/);
    expect(timeIn('ar', '2026-02-12T21:05:00.000Z')).to.contain('00:05');
    expect(timeIn('en', '')).to.equal('?');
  });
});
