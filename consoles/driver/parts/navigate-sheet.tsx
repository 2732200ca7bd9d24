import { useNavigateText } from '../texts/navigate-texts.ts';
import { Sheet } from './sheet.tsx';
import toolsStyles from './tools.module.css';

interface NavigateSheetProps {
  name: string;
  location: { latitude: number; longitude: number };
  onClose(): void;
}

/** Opens the place in any navigation app. */
export function NavigateSheet({ name, location: { latitude, longitude }, onClose }: NavigateSheetProps) {
  const t = useNavigateText();
  const at = `${latitude},${longitude}`;
  const ways = [
    ['geo', `geo:${at}?q=${at}(${encodeURIComponent(name)})`],
    ['google', `https://www.google.com/maps/dir/?api=1&travelmode=driving&destination=${at}`],
    ['apple', `https://maps.apple.com/?dirflg=d&daddr=${at}`],
    ['waze', `https://waze.com/ul?navigate=yes&ll=${at}`],
  ] as const;
  return (
    <Sheet title={t('task.navigate.title')} onClose={onClose}>
      <ul className={toolsStyles.ways}>
        {ways.map(([way, href]) => (
          <li key={way}>
            <a
              className={toolsStyles.way}
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              onClick={onClose}
            >
              {t(`task.navigate.${way}`)}
            </a>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
