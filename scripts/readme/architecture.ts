/** A picture of the parts of a running installation, drawn once for both languages: Arabic is the mirror image. */
export function architecturePicture(locale: 'en' | 'ar'): string {
  const words = WORDS[locale];
  const column = (at: number) => {
    const left = MARGIN + at * (COLUMN + GAP);
    return locale === 'en' ? left : WIDTH - left - COLUMN;
  };
  const wide = (at: number, of: number) => {
    const size = (WIDTH - 2 * MARGIN - (of - 1) * GAP) / of;
    const left = MARGIN + at * (size + GAP);
    return { size, left: locale === 'en' ? left : WIDTH - left - size };
  };
  const people = words.people.map(([who, where], at) =>
    [
      box(column(at), 24, COLUMN, 34, 'person', [who]),
      box(column(at), 74, COLUMN, 44, 'page', [where]),
      arrow(column(at) + COLUMN / 2, 118, 146),
    ].join('\n'),
  );
  const inside = words.inside.map((lines, at) => {
    const { left, size } = wide(at, words.inside.length);
    return box(left + 8, 184, size - 16, 84, 'part', lines);
  });
  const below = words.below.map((lines, at) => {
    const { left, size } = wide(at, words.below.length);
    return [
      arrow(left + size / 2, 284, 312),
      box(left, 314, size, 84, at < 2 ? 'store' : 'part', lines),
    ].join('\n');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} 420" width="${WIDTH}" height="420" role="img" aria-labelledby="title"${locale === 'ar' ? ' direction="rtl" xml:lang="ar"' : ''}>
<title id="title">${words.title}</title>
<style>
  text { font: 13px system-ui, 'Segoe UI', 'Noto Sans Arabic', Tahoma, sans-serif; fill: #1c2733; text-anchor: middle }
  .first { font-weight: 650 } .ground { fill: #fff } .line { stroke: #6b7885; fill: none; stroke-width: 1.5 }
  .person { fill: #f3e6ea; stroke: #7d1538 } .page, .part { fill: #eef2f6; stroke: #9aa7b4 }
  .band { fill: #f8fafb; stroke: #7d1538 } .store { fill: #e4f0ea; stroke: #4f7d66 } .tip { fill: #6b7885 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6ebf0 } .ground { fill: #14191f } .person { fill: #3a1622; stroke: #d98aa3 }
    .page, .part { fill: #222b34; stroke: #5d6b79 } .band { fill: #1a2129; stroke: #d98aa3 }
    .store { fill: #1c2f26; stroke: #7fb59a } .line { stroke: #93a1ae } .tip { fill: #93a1ae }
  }
</style>
<rect class="ground" width="100%" height="100%" rx="12"/>
${people.join('\n')}
<rect class="band" x="${MARGIN}" y="148" width="${WIDTH - 2 * MARGIN}" height="136" rx="10"/>
<text class="first" x="${WIDTH / 2}" y="170">${words.band}</text>
${inside.join('\n')}
${below.join('\n')}
</svg>
`;
}

const WIDTH = 880;
const MARGIN = 16;
const GAP = 12;
const COLUMN = (WIDTH - 2 * MARGIN - 5 * GAP) / 6;
const LINE = 19;

function box(x: number, y: number, width: number, height: number, kind: string, lines: readonly string[]) {
  const top = y + height / 2 - ((lines.length - 1) * LINE) / 2 + 5;
  const texts = lines.map(
    (line, at) =>
      `<text${at === 0 ? ' class="first"' : ''} x="${round(x + width / 2)}" y="${round(top + at * LINE)}">${line}</text>`,
  );
  return `<rect class="${kind}" x="${round(x)}" y="${y}" width="${round(width)}" height="${height}" rx="7"/>${texts.join('')}`;
}

function arrow(x: number, from: number, to: number): string {
  const at = round(x);
  return `<path class="line" d="M${at} ${from}V${to - 5}"/><path class="tip" d="M${at} ${to}l-4 -7h8z"/>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

const WORDS = {
  en: {
    title: 'The parts of an installation, from people to what is stored',
    people: [
      ['Buyers, guests', 'shop'],
      ['Sellers', 'seller console'],
      ['Drivers', 'driver app'],
      ['Dispatchers', 'dispatch console'],
      ['Administrators', '/docs'],
      ['Programs', 'keys, live events'],
    ],
    band: 'API processes: one port, and each serves everything',
    inside: [
      ['Contract', 'roles, limits,', 'validation'],
      ['Slices', 'shop, delivery,', 'accounts …'],
      ['Actors', 'order, driver, zone:', 'one command at a time'],
      ['Live channel', 'numbered events,', 'positions'],
    ],
    below: [
      ['PostgreSQL', 'the truth: states,', 'books, stock, outbox'],
      ['Redis', 'who owns which actor,', 'live events'],
      ['Worker', 'timers, scheduled jobs,', 'messages, webhooks'],
      ['Outside', 'mail, SMS, push,', 'other programs'],
    ],
  },
  ar: {
    title: 'أجزاء النظام، من الناس إلى ما يُحفظ',
    people: [
      ['المشترون والزوار', 'المتجر'],
      ['البائعون', 'لوحة البائع'],
      ['السائقون', 'تطبيق السائق'],
      ['المنسّقون', 'لوحة التنسيق'],
      ['المسؤولون', '/docs'],
      ['البرامج', 'مفاتيح وأحداث'],
    ],
    band: 'عمليات الواجهة: منفذ واحد، وكل عملية تخدم كل شيء',
    inside: [
      ['العقد', 'الأدوار والحدود', 'والتحقق'],
      ['الشرائح', 'المتجر والتوصيل', 'والحسابات …'],
      ['الكيانات الفاعلة', 'طلب وسائق ومنطقة:', 'أمر واحد في كل مرة'],
      ['القناة المباشرة', 'أحداث مرقّمة', 'ومواقع'],
    ],
    below: [
      ['PostgreSQL', 'الحقيقة: الحالات والدفاتر', 'والمخزون وما يجب أن يتبع'],
      ['Redis', 'من يملك أي كيان،', 'والأحداث المباشرة'],
      ['العامل', 'الموقّتات والوظائف', 'والرسائل والويب هوك'],
      ['الخارج', 'بريد ورسائل نصية وفورية', 'وبرامج أخرى'],
    ],
  },
} as const;
