import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import type { components } from '../../../../server/kernel/http/api-types.ts';
import { useDayText } from '../../texts/day-texts.ts';
import styles from './day-screen.module.css';

type Stage = components['schemas']['DispatchOverview']['stages'][number];

const HEIGHT = 220;

/** Half and nine tenths of the deliveries by stage, in minutes. The table below says the same. Its colours are those of when it was made. */
export function StageChart({ stages }: { stages: readonly Stage[] }) {
  const t = useDayText();
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const parent = holder.current;
    if (parent === null) return;
    const colour = (name: string) => getComputedStyle(parent).getPropertyValue(name);
    const shown = stages.filter(({ stage }) => stage !== 'TOTAL');
    const minutes = (seconds: number | null) => (seconds === null ? null : seconds / 60);
    const bars = UPlot.paths.bars?.({ size: [0.32, 40], align: 1 });
    const otherBars = UPlot.paths.bars?.({ size: [0.32, 40], align: -1 });
    const font = `12px ${getComputedStyle(parent).fontFamily}`;
    const axis = {
      font,
      stroke: colour('--color-text-muted'),
      grid: { stroke: colour('--color-line'), width: 1 },
    };
    const chart = new UPlot(
      {
        width: Math.max(280, parent.clientWidth),
        height: HEIGHT,
        // Names stand aslant: the last one reaches beyond its bars.
        padding: [null, 52, null, null],
        cursor: { show: false },
        legend: { show: true, live: false },
        scales: { x: { time: false, range: [-0.6, shown.length - 0.4] } },
        axes: [
          {
            ...axis,
            splits: () => shown.map((_, index) => index),
            values: () => shown.map(({ stage }) => t(`day.stage.${stage}`)),
            grid: { show: false },
            rotate: -25,
            size: 60,
          },
          { ...axis, values: (_, values) => values.map((value) => `${value}′`) },
        ],
        series: [
          {},
          {
            label: t('day.median'),
            fill: colour('--color-accent'),
            ...(bars === undefined ? {} : { paths: bars }),
            points: { show: false },
          },
          {
            label: t('day.p90'),
            fill: colour('--color-line-strong'),
            ...(otherBars === undefined ? {} : { paths: otherBars }),
            points: { show: false },
          },
        ],
      },
      [
        shown.map((_, index) => index),
        shown.map(({ p50Seconds }) => minutes(p50Seconds)),
        shown.map(({ p90Seconds }) => minutes(p90Seconds)),
      ],
      parent,
    );
    return () => chart.destroy();
  }, [stages, t]);
  return <div ref={holder} className={styles.chart} aria-hidden dir="ltr" />;
}
