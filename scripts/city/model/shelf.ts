import type { Words } from './day-plan.ts';

/** What shops in the city sell. Prices are those of the first variant. */
export interface ShelfItem {
  key: string;
  category: string;
  title: Words;
  description: Words;
  /** Option and values, the more expensive last. */
  option: { name: string; values: readonly string[] };
  /** Prices of the variants, decimal strings in QAR. */
  prices: readonly string[];
  /** How often it is bought, relative to the others. */
  wanted: number;
}

const SWEETS = 'Dates and sweets';
const COFFEE = 'Coffee and hospitality';
const INCENSE = 'Oud and incense';

function item(
  key: string,
  category: string,
  [title, description]: readonly [Words, Words],
  variants: readonly (readonly [value: string, price: string])[],
  wanted: number,
  option = 'size',
): ShelfItem {
  const choices = { name: option, values: variants.map(([value]) => value) };
  return {
    key,
    category,
    title,
    description,
    option: choices,
    prices: variants.map(([, price]) => price),
    wanted,
  };
}

function words(en: string, ar: string): Words {
  return { en, ar };
}

export const SHELF: readonly ShelfItem[] = [
  item(
    'ajwa',
    SWEETS,
    [words('Ajwa dates', 'تمر عجوة'), words('Soft and dark, hand sorted.', 'طري داكن منتقى باليد.')],
    [
      ['500 g', '48.00'],
      ['1 kg', '89.00'],
    ],
    9,
  ),
  item(
    'sukkari',
    SWEETS,
    [words('Sukkari dates', 'تمر سكري'), words('Golden and sweet as caramel.', 'ذهبي بحلاوة الكراميل.')],
    [
      ['500 g', '32.00'],
      ['2 kg', '110.00'],
    ],
    10,
  ),
  item(
    'halwa',
    SWEETS,
    [
      words('Saffron halwa', 'حلوى بالزعفران'),
      words('Stirred with cardamom and ghee.', 'محضّرة بالهيل والسمن.'),
    ],
    [
      ['400 g', '39.50'],
      ['900 g', '79.00'],
    ],
    7,
  ),
  item(
    'baklawa',
    SWEETS,
    [
      words('Pistachio baklawa', 'بقلاوة بالفستق'),
      words('A tray baked this morning.', 'صينية خُبزت هذا الصباح.'),
    ],
    [
      ['500 g', '55.00'],
      ['1 kg', '98.00'],
    ],
    8,
  ),
  item(
    'talh-honey',
    SWEETS,
    [words('Talh honey', 'عسل الطلح'), words('From acacias, never heated.', 'من أشجار الطلح، غير مسخّن.')],
    [
      ['250 g', '85.00'],
      ['500 g', '160.00'],
    ],
    4,
  ),
  item(
    'tahini',
    SWEETS,
    [
      words('Stone-ground tahini', 'طحينة مطحونة بالحجر'),
      words('Nothing in it but sesame.', 'سمسم ولا شيء سواه.'),
    ],
    [['450 g', '22.00']],
    6,
  ),
  item(
    'gahwa',
    COFFEE,
    [
      words('Light roast gahwa', 'قهوة شقراء'),
      words('Roasted light, with cardamom.', 'تحميص خفيف مع الهيل.'),
    ],
    [
      ['250 g', '30.00'],
      ['1 kg', '105.00'],
    ],
    10,
  ),
  item(
    'karak',
    COFFEE,
    [
      words('Karak tea blend', 'خلطة شاي كرك'),
      words('For milk, sugar and patience.', 'للحليب والسكر والصبر.'),
    ],
    [
      ['200 g', '18.50'],
      ['500 g', '41.00'],
    ],
    9,
  ),
  item(
    'finjan-set',
    COFFEE,
    [
      words('Six finjan cups', 'ستة فناجين'),
      words('Thin porcelain with a gold rim.', 'خزف رقيق بحافة ذهبية.'),
    ],
    [
      ['white', '72.00'],
      ['blue', '78.00'],
    ],
    4,
    'colour',
  ),
  item(
    'thermos',
    COFFEE,
    [
      words('Majlis thermos', 'ترمس المجلس'),
      words('Keeps gahwa hot for a long evening.', 'يبقي القهوة ساخنة طوال السهرة.'),
    ],
    [
      ['0.7 l', '95.00'],
      ['1.0 l', '125.00'],
    ],
    3,
  ),
  item(
    'tray',
    COFFEE,
    [words('Serving tray', 'صينية تقديم'), words('Brass, beaten by hand.', 'نحاس مطروق باليد.')],
    [
      ['30 cm', '140.00'],
      ['40 cm', '190.00'],
    ],
    2,
  ),
  item(
    'saffron',
    COFFEE,
    [
      words('Saffron threads', 'خيوط الزعفران'),
      words('Picked whole and dried in the shade.', 'خيوط كاملة مجففة في الظل.'),
    ],
    [
      ['1 g', '24.00'],
      ['5 g', '105.00'],
    ],
    5,
  ),
  item(
    'bukhoor',
    INCENSE,
    [words('Bukhoor tablets', 'أقراص بخور'), words('Amber and rose over charcoal.', 'عنبر وورد على الجمر.')],
    [
      ['12', '45.00'],
      ['30', '99.00'],
    ],
    7,
    'pieces',
  ),
  item(
    'oud-oil',
    INCENSE,
    [words('Oud oil', 'دهن العود'), words('A drop lasts all day.', 'قطرة تكفي اليوم كله.')],
    [
      ['3 ml', '180.00'],
      ['6 ml', '330.00'],
    ],
    3,
  ),
  item(
    'musk',
    INCENSE,
    [words('White musk', 'مسك أبيض'), words('Clean and quiet.', 'نقي وهادئ.')],
    [
      ['6 ml', '65.00'],
      ['12 ml', '115.00'],
    ],
    6,
  ),
  item(
    'burner',
    INCENSE,
    [
      words('Electric incense burner', 'مبخرة كهربائية'),
      words('Warm in a minute, off by itself.', 'تسخن في دقيقة وتنطفئ وحدها.'),
    ],
    [
      ['wood', '89.00'],
      ['brass', '135.00'],
    ],
    4,
    'finish',
  ),
  item(
    'charcoal',
    INCENSE,
    [
      words('Quick charcoal', 'فحم سريع الاشتعال'),
      words('Ten rolls, lit with a match.', 'عشر لفات تشتعل بعود ثقاب.'),
    ],
    [['10 rolls', '15.00']],
    8,
    'pack',
  ),
];
