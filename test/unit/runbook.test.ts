import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import { projectRoot } from '../../db/root.ts';
import { ALERT_TEXTS } from '../../server/dispatch/alerts/alerts.ts';

interface RuleFile {
  groups: { rules: { alert: string; labels: { severity: string }; annotations: Record<string, string> }[] }[];
}

const read = (...file: string[]) => readFileSync(path.join(projectRoot, ...file), 'utf8');
const rules = ['rules.yml', 'backup-rules.yml'].flatMap((file) =>
  (parse(read('scripts', 'operate', 'watch', file)) as RuleFile).groups.flatMap((group) => group.rules),
);

describe('the runbook', () => {
  const runbook = read('docs', 'runbook.md');
  const [ofPrometheus = '', ofBoard = ''] = runbook.split('\n## Alerts on the board\n');

  it('has an entry for each alert of Prometheus, and no others', () => {
    const entries = [...ofPrometheus.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
    expect(entries.toSorted()).to.deep.equal(rules.map(({ alert }) => alert).toSorted());
  });

  it('says for each what it means, how to look, what to do, and when it is over', () => {
    for (const entry of ofPrometheus.split(/^### /m).slice(1)) {
      const [name = '', meaning = ''] = entry.split('\n\n', 2);
      expect(meaning, name).to.match(/^[A-Z].{30,}\.$/);
      for (const part of ['Look', 'Do', 'Over'])
        expect(entry, name).to.match(new RegExp(`^- \\*\\*${part}\\*\\*: .{10,}`, 'm'));
    }
  });

  it('has an entry for each alert of the board, and no others', () => {
    const rows = [...ofBoard.matchAll(/^\| ([A-Z_]+) \|(.+)\|$/gm)];
    expect(rows.map(([, kind]) => kind).toSorted()).to.deep.equal(Object.keys(ALERT_TEXTS).toSorted());
    for (const [, kind, rest = ''] of rows) {
      const cells = rest.split(' | ').map((cell) => cell.trim());
      expect(cells.length, kind).to.equal(3);
      expect(
        cells.every((cell) => cell !== ''),
        kind,
      ).to.equal(true);
    }
  });

  it('has the same entries in Arabic', () => {
    const arabic = read('consoles', 'docs', 'pages', 'ar', 'operate', 'runbook.md');
    const entries = [...arabic.matchAll(/^\| (Wasl\w+|[A-Z]+_[A-Z_]+) \|/gm)].map(([, name]) => name);
    const wanted = [...rules.map(({ alert }) => alert), ...Object.keys(ALERT_TEXTS)];
    expect(entries.toSorted()).to.deep.equal(wanted.toSorted());
  });

  it('is where each alert of Prometheus leads', () => {
    for (const { alert, labels, annotations } of rules) {
      expect(annotations.runbook, alert).to.equal(`docs/runbook.md#${alert.toLowerCase()}`);
      expect(annotations.summary, alert).to.match(/\.$/);
      expect(labels.severity, alert).to.be.oneOf(['warning', 'critical']);
    }
  });
});
