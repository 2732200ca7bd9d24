import { placed } from './canvas.ts';
import { dallah } from './dallah.ts';
import { finjan } from './finjan.ts';

/** The size that apps expect for a link's picture. */
export const SOCIAL = { width: 1200, height: 630 } as const;

const FAMILY = 'IBM Plex Sans Arabic';

/** The shop's picture beside links to it: its name and promise in both languages, and some of its products. */
export function socialPicture(backdropDefs: string): string {
  const [pot, cups] = [dallah(), finjan()];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SOCIAL.width} ${SOCIAL.height}" width="${SOCIAL.width}" height="${SOCIAL.height}">
<defs>${backdropDefs}${pot.defs}${cups.defs}</defs>
<rect width="1200" height="630" fill="url(#wall)"/>
<path d="M660 630V330C660 180 810 130 930 40C1050 130 1200 180 1200 330V630Z" fill="#e6d3d3"/>
<path d="M700 630V340C700 212 824 172 930 92C1036 172 1160 212 1160 340V630Z" fill="#fff" opacity=".45"/>
<path d="M0 500H1200V630H0Z" fill="url(#table)"/>
<path d="M0 500H1200V505H0Z" fill="#fff" opacity=".5"/>
${placed(pot.parts, 590, 24, 0, 0.76)}
${placed(cups.parts, 800, 262, 0, 0.46)}
${placed(mark(), 80, 84, 0, 3.1)}
<g font-family="${FAMILY}" fill="#1b2127">
<text x="204" y="164" font-size="84" font-weight="600" fill="#7d1538">وصل</text>
<text x="404" y="164" font-size="76" font-weight="600" fill="#7d1538">Wasl</text>
<text x="80" y="292" font-size="43" font-weight="600">Shops of Qatar, at your door</text>
<text x="80" y="340" font-size="28" fill="#535b65">Pay in cash when it arrives</text>
<text x="632" y="420" font-size="43" font-weight="600" direction="rtl">متاجر قطر عند بابك</text>
<text x="632" y="466" font-size="28" fill="#535b65" direction="rtl">الدفع نقدًا عند الاستلام</text>
</g>
</svg>`;
}

/** The brand's mark, 32 wide and high. */
function mark(): string {
  return `<rect width="32" height="32" rx="9" fill="#7d1538"/>
<path d="M7 19.5c2.6 0 3.9-7 6.5-7s2.4 7 5 7 2.6-3.4 4-5" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/>
<circle cx="24.2" cy="11.4" r="2.5" fill="#fff"/>`;
}
