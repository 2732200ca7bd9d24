import { CircleHelp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { type MapTheme, PALETTES } from '../../../shared/map/map-palette.ts';
import { type Sprite, Sprites } from '../../../shared/map/sprites.ts';
import { WithTooltip } from '../../../shared/ui/tooltip.tsx';
import { useStreetRoutes } from '../../data/map-settings.ts';
import { useBoardText } from '../../texts/board-texts.ts';
import { useWords } from '../../texts/words.ts';
import styles from './map-legend.module.css';

/** What the marks of the map mean. */
export function MapLegend({ theme }: { theme: MapTheme }) {
  const t = useBoardText();
  return (
    <DialogTrigger>
      <WithTooltip label={t('map.legend')}>
        <AriaButton className={styles.button ?? ''} aria-label={t('map.legend')}>
          <CircleHelp aria-hidden size={18} />
        </AriaButton>
      </WithTooltip>
      <Popover className={styles.popover ?? ''} placement="right top">
        <Dialog aria-label={t('map.legend')} className={styles.legend ?? ''}>
          <Meanings theme={theme} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

/** Every mark with its meaning, drawn by the map's own painter, and only while the legend is open. */
function Meanings({ theme }: { theme: MapTheme }) {
  const t = useBoardText();
  const words = useWords();
  const streets = useStreetRoutes();
  const sprites = new Sprites(PALETTES[theme], 2);
  const drivers = (['idle', 'driving', 'break', 'stale', 'offline'] as const).map((look) => ({
    sprite: sprites.driver(look, look === 'driving'),
    text: words(`look.${look}`),
  }));
  const tasks = [
    { sprite: sprites.task('waiting', 'ok'), text: words('status.UNASSIGNED') },
    { sprite: sprites.task('assigned', 'ok'), text: words('status.ACCEPTED') },
    { sprite: sprites.task('onBoard', 'ok'), text: words('status.IN_TRANSIT') },
    { sprite: sprites.task('onBoard', 'risk'), text: words('section.risk') },
    { sprite: sprites.task('onBoard', 'late'), text: words('section.late') },
    { sprite: sprites.task('failed', 'ok'), text: words('status.FAILED') },
    { sprite: sprites.task('returning', 'ok'), text: words('status.RETURNING') },
    { sprite: sprites.depot(3, false), text: t('map.store') },
  ];
  const lines = [
    ...(streets ? [{ dashes: '', text: t('map.alongStreets') }] : []),
    { dashes: '8 6', text: t('map.straightLine') },
  ];
  return (
    <>
      {[...drivers, ...tasks].map(({ sprite, text }) => (
        <div key={text} className={styles.line}>
          <Mark sprite={sprite} />
          <span>{text}</span>
        </div>
      ))}
      {lines.map(({ dashes, text }) => (
        <div key={text} className={styles.line}>
          <svg className={styles.mark} width="32" height="4" aria-hidden="true">
            <line
              x2="32"
              y1="2"
              y2="2"
              strokeWidth="4"
              stroke={PALETTES[theme].route}
              strokeDasharray={dashes}
            />
          </svg>
          <span>{text}</span>
        </div>
      ))}
    </>
  );
}

function Mark({ sprite }: { sprite: Sprite }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const { image } = sprite;
    const pen = canvas.current?.getContext('2d');
    if (canvas.current === null || !pen) return;
    canvas.current.width = image.width;
    canvas.current.height = image.height;
    pen.drawImage(image, 0, 0);
  }, [sprite]);
  return (
    <canvas
      ref={canvas}
      className={styles.mark}
      aria-hidden
      style={{ inlineSize: sprite.size, blockSize: sprite.size }}
    />
  );
}
