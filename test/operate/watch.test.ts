import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import { projectRoot } from '../../db/root.ts';
import { playJourney } from '../../scripts/demo/journey.ts';
import { dashboardJson } from '../../scripts/operate/watch/dashboard.ts';
import { DASHBOARDS } from '../../scripts/operate/watch/dashboards.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { startWorker } from '../../server/compose/compose.ts';
import { loadConfig } from '../../server/kernel/process/config.ts';
import { createLogger } from '../../server/kernel/process/logger.ts';
import { makeAdministrator, makeDispatcher } from '../support/people.ts';
import { startService, type TestService, testEnvironment } from '../support/service.ts';
import { promtool } from './promtool.ts';

const folder = path.join(projectRoot, 'scripts', 'operate', 'watch');
const RULE_FILES = ['rules.yml', 'backup-rules.yml'];
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');

interface Rule {
  alert: string;
  expr: string;
}
const rulesOf = (file: string) =>
  (parse(read(file)) as { groups: { rules: Rule[] }[] }).groups.flatMap(({ rules }) => rules);

/** Metrics that an expression names, with the values it asks of labels. */
function selectors(expression: string): { metric: string; labels: [string, string][] }[] {
  return [...expression.matchAll(/\b(wasl_\w+)(?:\{([^}]*)\})?/g)].map(([, metric = '', inside = '']) => {
    const labels = [...inside.matchAll(/(\w+)(?:=~|!~|!=|=)"([^"]*)"/g)];
    return { metric, labels: labels.map(([, label = '', value = '']) => [label, value]) };
  });
}

/** Labels after `by`. */
function groupings(expression: string): string[] {
  return [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(/,\s*/).filter(Boolean),
  );
}

describe('what watches an installation', function () {
  this.timeout(180_000);

  it('is accepted by promtool: rules and configuration', async () => {
    await promtool(folder, 'check', 'rules', ...RULE_FILES);
    await promtool(folder, 'check', 'config', 'prometheus.yml');
  });

  it('fires in the cases of rules.test.yml, and in no others; every alert fires in one', async () => {
    await promtool(folder, 'test', 'rules', 'rules.test.yml');
    interface Case {
      promql_expr_test: { exp_samples: { labels: string }[] }[];
    }
    const { tests } = parse(read('rules.test.yml')) as { tests: Case[] };
    const fired = tests
      .flatMap(({ promql_expr_test: looks }) => looks.flatMap(({ exp_samples: samples }) => samples))
      .flatMap(({ labels }) => /alertname="(\w+)"/.exec(labels)?.[1] ?? []);
    const alerts = RULE_FILES.flatMap((file) => rulesOf(file).map(({ alert }) => alert));
    expect([...new Set(fired)].toSorted()).to.deep.equal(alerts.toSorted());
  });

  it('has dashboards as their definitions say, whose expressions promtool accepts', async () => {
    const files = readdirSync(path.join(folder, 'dashboards'));
    expect(files.toSorted()).to.deep.equal(DASHBOARDS.map(({ uid }) => `${uid}.json`).toSorted());
    for (const dashboard of DASHBOARDS)
      expect(JSON.parse(read(`dashboards/${dashboard.uid}.json`)), dashboard.uid).to.deep.equal(
        dashboardJson(dashboard),
      );
    const expressions = DASHBOARDS.flatMap(({ panels }) =>
      panels.flatMap(({ queries }) => queries.map(([expression]) => expression)),
    );
    const formatted = [...new Set(expressions)].map((each) => each.replaceAll('$__rate_interval', '1m'));
    const groups = [
      { name: 'panels', rules: formatted.map((expr, index) => ({ record: `panel:${index}`, expr })) },
    ];
    const scratch = mkdtempSync(path.join(projectRoot, '.data', 'panels-'));
    try {
      // JSON is YAML, too.
      writeFileSync(path.join(scratch, 'panels.yml'), JSON.stringify({ groups }));
      await promtool(scratch, 'check', 'rules', 'panels.yml');
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  });

  describe('against a service that has delivered an order', () => {
    let service: TestService;
    let worker: { close(): Promise<void> };
    let text: string;

    before(async () => {
      service = await startService();
      const environment = testEnvironment(service.databaseUrl, {
        REDIS_NAMESPACE: service.inside.deps.config.redisNamespace,
      });
      worker = await startWorker(loadConfig(environment), {
        ...{ log: createLogger('silent', 'worker'), clock: service.clock },
      });
      const people = { dispatcher: await makeDispatcher(service), admin: await makeAdministrator(service) };
      await playJourney({ url: service.url, ...people }, { step: () => undefined, event: () => undefined });
      // The worker passes its figures on every five seconds.
      await until(
        async () => {
          text = await (await fetch(`${service.url}/metrics`)).text();
          return text.includes('wasl_job_last_success_timestamp_seconds{job="partitions"');
        },
        { limitMs: 30_000, everyMs: 500 },
      );
    });
    after(async () => {
      await worker?.close();
      await service?.stop();
    });

    const named = () => [
      ...RULE_FILES.flatMap((file) => rulesOf(file).map(({ alert, expr }) => ({ where: alert, expr }))),
      ...DASHBOARDS.flatMap(({ panels }) =>
        panels.flatMap(({ title, queries }) => queries.map(([expr]) => ({ where: title, expr }))),
      ),
    ];

    it('names no metric that it does not have', () => {
      const known = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name));
      const lacking = named().flatMap(({ where, expr }) =>
        selectors(expr)
          .filter(
            ({ metric }) => !known.has(metric) && !known.has(metric.replace(/_(bucket|count|sum)$/, '')),
          )
          .map(({ metric }) => `${where}: ${metric}`),
      );
      expect(lacking).to.deep.equal([]);
    });

    it('names no label that its samples do not have', () => {
      const labels = new Map<string, Set<string>>();
      for (const [, metric = '', inside = ''] of text.matchAll(/^(wasl_\w+)\{(.*)\} \S+$/gm)) {
        const seen = labels.get(metric) ?? new Set();
        for (const [, label = ''] of inside.matchAll(/(\w+)="/g)) seen.add(label);
        labels.set(metric, seen);
      }
      const lacking = named().flatMap(({ where, expr }) => {
        const found = selectors(expr);
        const asked = found.flatMap(({ metric, labels: own }) =>
          own
            .filter(([label]) => labels.get(metric)?.has(label) === false)
            .map(([label]) => `${where}: ${metric}{${label}}`),
        );
        const sampled = found.filter(({ metric }) => labels.has(metric));
        const grouped = sampled.length < found.length ? [] : groupings(expr);
        return [
          ...asked,
          ...grouped
            .filter((label) => !found.some(({ metric }) => labels.get(metric)?.has(label)))
            .map((label) => `${where}: by (${label})`),
        ];
      });
      expect(lacking).to.deep.equal([]);
      // Without samples, nothing would be compared.
      expect([...labels.keys()].length).to.be.greaterThan(40);
    });
  });
});
