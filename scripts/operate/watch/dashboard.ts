/** One line of a diagram, or several that the legend tells apart, such as `{{channel}}`. */
export type Query = readonly [expression: string, legend: string];

export interface Panel {
  title: string;
  /** A unit of Grafana: s, reqps, ops, short, percentunit, bytes, dateTimeFromNow … */
  unit: string;
  queries: readonly Query[];
  /** `stat` shows the last value of each query, `table` the last values below each other. */
  as?: 'timeseries' | 'stat' | 'table';
  /** What is good and what is not. */
  description?: string;
}

export interface Dashboard {
  /** Also the name of its file. */
  uid: string;
  title: string;
  panels: readonly Panel[];
}

const COLUMNS = 2;
const WIDTH = 12;
const HEIGHT = 8;

/** The dashboard as Grafana imports it; the data source is chosen in Grafana. */
export function dashboardJson({ uid, title, panels }: Dashboard): object {
  return {
    ...{ uid, title, tags: ['wasl'], schemaVersion: 39, version: 1, editable: true },
    ...{ time: { from: 'now-3h', to: 'now' }, refresh: '30s', timezone: 'browser' },
    templating: {
      list: [{ name: 'source', label: 'Prometheus', type: 'datasource', query: 'prometheus' }],
    },
    panels: panels.map((panel, index) => panelJson(panel, index)),
  };
}

function panelJson({ title, unit, queries, as = 'timeseries', description }: Panel, index: number): object {
  const datasource = { type: 'prometheus', uid: '$source' };
  return {
    ...{ id: index + 1, type: as, title, datasource },
    ...(description === undefined ? {} : { description }),
    gridPos: {
      ...{ w: WIDTH, h: HEIGHT },
      ...{ x: (index % COLUMNS) * WIDTH, y: Math.floor(index / COLUMNS) * HEIGHT },
    },
    fieldConfig: { defaults: { unit }, overrides: [] },
    options: as === 'timeseries' ? { legend: { displayMode: 'list', placement: 'bottom' } } : {},
    targets: queries.map(([expr, legendFormat], number) => ({
      ...{ refId: String.fromCharCode(65 + number), datasource, expr, legendFormat },
      ...(as === 'timeseries' ? {} : { instant: true }),
      ...(as === 'table' ? { format: 'table' } : {}),
    })),
  };
}
