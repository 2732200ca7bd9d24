import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../../db/database.ts';

/** English and Arabic. */
type Texts = readonly [string, string];

interface Shelf {
  category: Texts;
  above?: string;
  products: readonly Texts[];
}

/** Every noun in every form; `_` is the noun's place. */
function each(nouns: readonly Texts[], forms: readonly Texts[]): Texts[] {
  return nouns.flatMap(([en, ar]) =>
    forms.map(([formEn, formAr]): Texts => [formEn.replace('_', en), formAr.replace('_', ar)]),
  );
}

const DATES: Texts[] = [
  ['Khalas', 'خلاص'],
  ['Sukkari', 'سكري'],
  ['Ajwa', 'عجوة'],
  ['Medjool', 'مجدول'],
  ['Barhi', 'برحي'],
  ['Khudri', 'خضري'],
  ['Safawi', 'صفاوي'],
  ['Segai', 'صقعي'],
  ['Khenaizi', 'خنيزي'],
  ['Lulu', 'لولو'],
];
const ORIGINS: Texts[] = [
  ['Ethiopian', 'حبشية'],
  ['Yemeni', 'يمنية'],
  ['Colombian', 'كولومبية'],
  ['Brazilian', 'برازيلية'],
  ['Kenyan', 'كينية'],
  ['Turkish', 'تركية'],
];
const SCENTS: Texts[] = [
  ['Oud', 'العود'],
  ['Musk', 'المسك'],
  ['Amber', 'العنبر'],
  ['Rose', 'الورد'],
  ['Saffron', 'الزعفران'],
  ['Sandalwood', 'الصندل'],
  ['Jasmine', 'الياسمين'],
];
const GARMENTS: Texts[] = [
  ['Abaya', 'عباية'],
  ['Thobe', 'ثوب'],
  ['Jalabiya', 'جلابية'],
  ['Shayla', 'شيلة'],
  ['Bisht', 'بشت'],
];
const PHONES: Texts[] = [
  ['Galaxy S24', 'جالكسي S24'],
  ['iPhone 15', 'آيفون 15'],
  ['iPhone 15 Pro', 'آيفون 15 برو'],
  ['Pixel 8', 'بكسل 8'],
];
const METALS: Texts[] = [
  ['Brass', 'نحاس أصفر'],
  ['Steel', 'ستانلس'],
  ['Copper', 'نحاس أحمر'],
  ['Ceramic', 'سيراميك'],
];

export const SHELVES: readonly Shelf[] = [
  { category: ['Food', 'المأكولات'], products: [] },
  {
    category: ['Dates', 'التمور'],
    above: 'Food',
    products: each(DATES, [
      ['_ dates', 'تمر _'],
      ['_ dates stuffed with almonds', 'تمر _ محشو باللوز'],
      ['_ dates in dark chocolate', 'تمر _ بالشوكولاتة الداكنة'],
      ['_ date syrup', 'دبس تمر _'],
    ]),
  },
  {
    category: ['Coffee and tea', 'القهوة والشاي'],
    above: 'Food',
    products: [
      ...each(ORIGINS, [
        ['_ coffee beans, light roast', 'حبوب قهوة _ تحميص فاتح'],
        ['_ coffee beans, dark roast', 'حبوب قهوة _ تحميص داكن'],
        ['_ ground coffee with cardamom', 'قهوة _ مطحونة بالهيل'],
      ]),
      ['Karak tea', 'شاي كرك'],
      ['Ceylon black tea', 'شاي سيلاني أحمر'],
      ['Green tea with mint', 'شاي أخضر بالنعناع'],
      ['Chamomile tea', 'شاي بابونج'],
      ['Hibiscus tea', 'كركديه'],
    ],
  },
  {
    category: ['Honey', 'العسل'],
    above: 'Food',
    products: each(
      [
        ['Sidr', 'السدر'],
        ['Samar', 'السمر'],
        ['Acacia', 'الأكاسيا'],
        ['Thyme', 'الزعتر'],
        ['Black seed', 'الحبة السوداء'],
      ],
      [
        ['_ honey', 'عسل _'],
        ['_ honeycomb', 'شمع عسل _'],
      ],
    ),
  },
  {
    category: ['Spices and groceries', 'البهارات والبقالة'],
    above: 'Food',
    products: [
      ['Green cardamom', 'هيل أخضر'],
      ['Cinnamon sticks', 'أعواد قرفة'],
      ['Ground turmeric', 'كركم مطحون'],
      ['Whole black pepper', 'فلفل أسود حب'],
      ['Iranian saffron threads', 'خيوط زعفران إيراني'],
      ['Basmati rice', 'أرز بسمتي'],
      ['Rose water', 'ماء ورد'],
      ['Orange blossom water', 'ماء زهر'],
      ['Extra virgin olive oil', 'زيت زيتون بكر ممتاز'],
      ['Tahini', 'طحينة'],
      ['Pistachio halwa', 'حلاوة بالفستق'],
      ['Date maamoul', 'معمول بالتمر'],
      ['Luqaimat mix', 'خلطة لقيمات'],
      ['Dried lemons', 'لومي'],
      ['Machboos spice blend', 'بهارات مجبوس'],
      ['Balaleet vermicelli', 'شعيرية بلاليط'],
      ['Crème caramel mix', 'كريم كراميل'],
      ['Nestlé condensed milk', 'حليب مكثف نستله'],
    ],
  },
  { category: ['Perfume and incense', 'العطور والبخور'], products: [] },
  {
    category: ['Scents', 'الروائح'],
    above: 'Perfume and incense',
    products: [
      ...each(SCENTS, [
        ['_ perfume oil', 'دهن _'],
        ['_ eau de parfum', 'عطر _'],
        ['_ bakhoor', 'بخور _'],
        ['_ scented candle', 'شمعة معطرة برائحة _'],
        ['_ body lotion', 'لوشن الجسم برائحة _'],
        ['_ hair mist', 'معطر شعر برائحة _'],
      ]),
      ['Agarwood chips', 'كسر عود كمبودي'],
      ['Quick-light charcoal', 'فحم سريع الاشتعال'],
    ],
  },
  {
    category: ['Clothing', 'الملابس'],
    products: [
      ...each(GARMENTS, [
        ['_ in black silk', '_ من الحرير الأسود'],
        ['_ in white cotton', '_ من القطن الأبيض'],
        ['_ in navy linen', '_ من الكتان الكحلي'],
        ['Embroidered _', '_ مطرزة'],
        ['_ for children', '_ للأطفال'],
      ]),
      ['Red and white ghutra', 'غترة حمراء وبيضاء'],
      ['Leather sandals', 'نعال جلد'],
      ['Wool winter socks', 'جوارب صوف شتوية'],
      ['Running shoes', 'حذاء رياضي للجري'],
    ],
  },
  { category: ['Electronics', 'الإلكترونيات'], products: [] },
  {
    category: ['Phone accessories', 'ملحقات الهواتف'],
    above: 'Electronics',
    products: each(PHONES, [
      ['Silicone case for _', 'غطاء سيليكون لـ _'],
      ['Screen protector for _', 'واقي شاشة لـ _'],
      ['Fast charger for _', 'شاحن سريع لـ _'],
    ]),
  },
  {
    category: ['Devices', 'الأجهزة'],
    above: 'Electronics',
    products: [
      ['Wireless headphones', 'سماعات رأس لاسلكية'],
      ['Bluetooth speaker', 'مكبر صوت بلوتوث'],
      ['Smart watch', 'ساعة ذكية'],
      ['Power bank 20000 mAh', 'بطارية متنقلة 20000 مللي أمبير'],
      ['Gaming laptop', 'حاسوب محمول للألعاب'],
      ['Electric kettle', 'غلاية كهربائية'],
      ['Air fryer', 'قلاية هوائية'],
      ['Vacuum cleaner', 'مكنسة كهربائية'],
      ['Hair dryer', 'مجفف شعر'],
      ['Electric incense burner', 'مبخرة كهربائية'],
    ],
  },
  {
    category: ['Home and kitchen', 'المنزل والمطبخ'],
    products: [
      ...each(METALS, [
        ['_ dallah', 'دلة _'],
        ['_ coffee cups', 'فناجين _'],
        ['_ serving tray', 'صينية تقديم _'],
        ['_ incense burner', 'مبخرة _'],
      ]),
      ['Persian carpet', 'سجادة عجمية'],
      ['Prayer mat', 'سجادة صلاة'],
      ['Majlis floor cushion', 'تكية مجلس'],
      ['Down pillow', 'وسادة ريش'],
      ['Cotton bed sheets', 'شراشف قطن'],
      ['Pressure cooker', 'قدر ضغط'],
      ['Kitchen knife set', 'طقم سكاكين مطبخ'],
      ['Garden hose', 'خرطوم حديقة'],
    ],
  },
  {
    category: ['Children', 'الأطفال'],
    products: [
      ['Wooden building blocks', 'مكعبات خشبية'],
      ['Remote control car', 'سيارة تحكم عن بعد'],
      ['Teddy bear', 'دمية دب'],
      ['Party balloons', 'بالونات حفلات'],
      ['Baby stroller', 'عربة أطفال'],
      ['Arabic alphabet puzzle', 'أحجية الحروف العربية'],
      ['Football', 'كرة قدم'],
      ['Garangao basket', 'سلة قرنقعوه'],
    ],
  },
  {
    category: ['Books and gifts', 'الكتب والهدايا'],
    products: [
      ['History of Qatar', 'تاريخ قطر'],
      ['Learn German in a month', 'تعلم الألمانية في شهر'],
      ['Pearl diving stories', 'حكايات الغوص على اللؤلؤ'],
      ['Silver falcon ring', 'خاتم فضة بنقش صقر'],
      ['Diamond necklace', 'قلادة ألماس'],
      ['Gift wrapping', 'تغليف هدايا'],
    ],
  },
];

/** Sizes and colours, so that searches cover variants and their options, too. */
const VARIANTS: readonly { size: string; name: Texts }[] = [
  { size: 'small', name: ['Small', 'صغير'] },
  { size: 'large', name: ['Large', 'كبير'] },
];

/** Fills an empty catalogue: one seller, everything in stock, each product in two sizes. */
export async function fillShelves(database: Database): Promise<{ products: number }> {
  const seller = uuidv7();
  const warehouse = uuidv7();
  const [plan] = await database('commission_plans')
    .insert({ id: uuidv7(), name: 'Shelves', percent: '10.00' })
    .returning('id');
  await database('sellers').insert({
    ...{ id: seller, legal_name: 'Al Rafoof W.L.L.', status: 'ACTIVE', commission_plan_id: plan.id },
    ...{ display_name_en: 'Al Rafoof', display_name_ar: 'الرفوف' },
  });
  await database('warehouses').insert({
    ...{
      id: warehouse,
      seller_id: seller,
      name: 'Doha',
      zone_number: 1,
      street_number: 1,
      building_number: 1,
    },
    ...{ latitude: 25.28, longitude: 51.53 },
  });
  const ids = new Map<string, string>();
  const rows = { categories: [] as object[], products: [] as object[], variants: [] as object[] };
  const offers: { id: string; variant_id: string; seller_id: string; price: string }[] = [];
  for (const [position, { category, above, products }] of SHELVES.entries()) {
    const id = uuidv7();
    ids.set(category[0], id);
    rows.categories.push({
      ...{ id, parent_id: above === undefined ? null : ids.get(above), slug: `shelf-${position}`, position },
      ...{ name_en: category[0], name_ar: category[1] },
    });
    for (const [title_en, title_ar] of products) {
      const product = uuidv7();
      const number = 100 + rows.products.length;
      rows.products.push({ id: product, category_id: id, title_en, title_ar });
      for (const [place, { size, name }] of VARIANTS.entries()) {
        const variant_id = uuidv7();
        rows.variants.push({
          ...{ id: variant_id, product_id: product, sku: `SHF-${number}-${place}`, position: place },
          ...{ name_en: name[0], name_ar: name[1], options: { size } },
        });
        offers.push({ id: uuidv7(), variant_id, seller_id: seller, price: `${number}.${place}0` });
      }
    }
  }
  await database('categories').insert(rows.categories);
  await database('products').insert(rows.products);
  await database('variants').insert(rows.variants);
  await database('offers').insert(offers);
  const stock = offers.map(({ id }) => ({ offer_id: id, warehouse_id: warehouse, on_hand: 5 }));
  await database('stock_levels').insert(stock);
  return { products: rows.products.length };
}
