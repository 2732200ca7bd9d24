import type { Place } from '../../../actors/geo/service-area.ts';
import type { Words } from './day-plan.ts';

export interface District {
  key: string;
  name: Words;
  /** Zone number on the blue plates. */
  zoneNumber: number;
  centre: Place;
  /** Homes and shops lie within it. */
  radiusMetres: number;
  /** Thousands of residents; rounded, used only as weights. */
  residents: number;
  /** Thousands of people who work here and order from here by day. */
  workers: number;
}

function district(
  key: string,
  [en, ar]: readonly [string, string],
  zoneNumber: number,
  [latitude, longitude, radiusMetres]: readonly [number, number, number],
  [residents, workers]: readonly [number, number],
): District {
  return {
    key,
    name: { en, ar },
    zoneNumber,
    centre: { latitude, longitude },
    radiusMetres,
    residents,
    workers,
  };
}

/**
 * Where Qatar lives and works, drawn by hand. Circles are on land and inside the service area. Residents are orders of
 * magnitude, so that Doha and Al Rayyan get most and the far towns their share; camps of workers count little, since
 * few parcels go there.
 */
export const DISTRICTS: readonly District[] = [
  district('msheireb', ['Msheireb', 'مشيرب'], 3, [25.2852, 51.5238, 450], [9, 22]),
  district('souq-waqif', ['Al Souq', 'السوق'], 5, [25.2862, 51.5325, 350], [4, 12]),
  district(
    'fereej-abdel-aziz',
    ['Fereej Abdel Aziz', 'فريج عبد العزيز'],
    14,
    [25.278, 51.5255, 500],
    [22, 9],
  ),
  district('al-mansoura', ['Al Mansoura', 'المنصورة'], 25, [25.2695, 51.5285, 650], [37, 10]),
  district('najma', ['Najma', 'نجمة'], 26, [25.2685, 51.541, 600], [30, 9]),
  district('bin-mahmoud', ['Fereej Bin Mahmoud', 'فريج بن محمود'], 23, [25.2805, 51.513, 650], [29, 13]),
  district('al-sadd', ['Al Sadd', 'السد'], 38, [25.2835, 51.4965, 850], [26, 24]),
  district('al-hilal', ['Al Hilal', 'الهلال'], 41, [25.2595, 51.543, 800], [19, 8]),
  district('old-airport', ['Old Airport', 'المطار العتيق'], 45, [25.2495, 51.5555, 900], [41, 11]),
  district('nuaija', ['Nuaija', 'نعيجة'], 44, [25.2505, 51.5285, 950], [24, 6]),
  district('al-thumama', ['Al Thumama', 'الثمامة'], 46, [25.2305, 51.5395, 1200], [31, 5]),
  district('west-bay', ['West Bay', 'الخليج الغربي'], 61, [25.3235, 51.5265, 650], [14, 58]),
  district('onaiza', ['Onaiza', 'عنيزة'], 65, [25.339, 51.5165, 800], [13, 14]),
  district('the-pearl', ['The Pearl', 'اللؤلؤة'], 66, [25.3685, 51.5455, 550], [27, 8]),
  district('al-markhiya', ['Al Markhiya', 'المرخية'], 33, [25.333, 51.4975, 700], [10, 4]),
  district('madinat-khalifa', ['Madinat Khalifa', 'مدينة خليفة'], 34, [25.319, 51.4785, 1100], [42, 10]),
  district('al-duhail', ['Al Duhail', 'الدحيل'], 30, [25.353, 51.4735, 1100], [12, 5]),
  district(
    'industrial-area',
    ['Industrial Area', 'المنطقة الصناعية'],
    57,
    [25.1905, 51.4365, 2200],
    [26, 35],
  ),
  district('abu-hamour', ['Abu Hamour', 'أبو هامور'], 56, [25.2375, 51.4895, 1400], [34, 8]),
  district('ain-khaled', ['Ain Khaled', 'عين خالد'], 56, [25.2155, 51.4595, 1400], [21, 6]),
  district('mesaimeer', ['Barwa City', 'مدينة بروة'], 56, [25.206, 51.5085, 900], [25, 3]),
  district('al-aziziya', ['Al Aziziya', 'العزيزية'], 55, [25.2475, 51.4465, 1200], [23, 9]),
  district('al-waab', ['Al Waab', 'الوعب'], 54, [25.264, 51.4685, 1200], [18, 10]),
  district('muaither', ['Muaither', 'معيذر'], 53, [25.2695, 51.4055, 1900], [39, 6]),
  district('al-rayyan', ['Al Rayyan', 'الريان'], 53, [25.293, 51.427, 1500], [33, 9]),
  district('education-city', ['Education City', 'المدينة التعليمية'], 52, [25.3155, 51.4385, 1100], [7, 19]),
  district('al-gharrafa', ['Al Gharrafa', 'الغرافة'], 51, [25.3385, 51.447, 1300], [28, 9]),
  district('bani-hajer', ['Bani Hajer', 'بني هاجر'], 51, [25.322, 51.397, 1300], [15, 3]),
  district('al-wajba', ['Al Wajba', 'الوجبة'], 53, [25.2985, 51.3695, 1300], [12, 2]),
  district('al-shahaniya', ['Al Shahaniya', 'الشيحانية'], 80, [25.3715, 51.2245, 1200], [9, 3]),
  district(
    'umm-salal-mohammed',
    ['Umm Salal Mohammed', 'أم صلال محمد'],
    71,
    [25.404, 51.4195, 1500],
    [28, 6],
  ),
  district('al-kharaitiyat', ['Al Kharaitiyat', 'الخريطيات'], 71, [25.385, 51.4385, 1200], [19, 3]),
  district('umm-salal-ali', ['Umm Salal Ali', 'أم صلال علي'], 71, [25.471, 51.398, 1100], [10, 2]),
  district('lusail', ['Lusail', 'لوسيل'], 69, [25.4195, 51.501, 1500], [22, 21]),
  district('al-kheesa', ['Al Kheesa', 'الخيسة'], 70, [25.418, 51.4655, 1300], [17, 2]),
  district('simaisma', ['Simaisma', 'سميسمة'], 70, [25.5735, 51.478, 600], [5, 1]),
  district('al-wakra', ['Al Wakra', 'الوكرة'], 90, [25.171, 51.591, 1300], [44, 11]),
  district('al-wukair', ['Al Wukair', 'الوكير'], 91, [25.1515, 51.537, 1500], [24, 3]),
  district('mesaieed', ['Mesaieed', 'مسيعيد'], 92, [24.9925, 51.5445, 900], [11, 12]),
  district('al-khor', ['Al Khor', 'الخور'], 74, [25.679, 51.489, 1200], [23, 9]),
  district('al-thakhira', ['Al Thakhira', 'الذخيرة'], 75, [25.733, 51.533, 500], [4, 1]),
  district('al-shamal', ['Madinat Al Shamal', 'مدينة الشمال'], 79, [26.115, 51.213, 700], [4, 2]),
  district('dukhan', ['Dukhan', 'دخان'], 86, [25.4265, 50.787, 700], [4, 5]),
];

const BY_KEY = new Map(DISTRICTS.map((one) => [one.key, one]));

export function districtOf(key: string): District {
  const found = BY_KEY.get(key);
  if (found === undefined) throw new RangeError(`there is no district ${key}`);
  return found;
}
