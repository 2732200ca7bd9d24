import type { Place } from './service-area.ts';

/**
 * The zones on Qatar's blue address plates, with a centre point each. They give a first guess of a door without a pin,
 * and names that people recognise; addresses must never be validated against them. From Who's On First (CC0), names
 * completed for this project. Zones 8 to 11 are out of use, and zone 58 has no common name.
 */
const ZONES: readonly (readonly [
  zone: number,
  longitude: number,
  latitude: number,
  en: string,
  ar: string,
])[] = [
  [1, 51.53244, 25.29011, 'Al Jasra', 'الجسرة'],
  [2, 51.52733, 25.29241, 'Al Bidda', 'البدع'],
  [3, 51.52724, 25.28585, 'Fereej Mohammad Bin Jasim / Mushaireb', 'فريج محمد بن جاسم / مشيرب'],
  [4, 51.52862, 25.2819, 'Mushaireb', 'مشيرب'],
  [5, 51.53332, 25.28337, 'Al Najada / Al Jufairi', 'النجادة / الجفيري'],
  [6, 51.53739, 25.28413, 'Old Al Ghanim', 'الغانم القديم'],
  [7, 51.53724, 25.28999, 'Al Souq', 'السوق'],
  [12, 51.51304, 25.30111, 'Al Bidda', 'البدع'],
  [13, 51.52017, 25.28424, 'Mushaireb', 'مشيرب'],
  [14, 51.5237, 25.2787, 'Fereej Abdul Aziz', 'فريج عبد العزيز'],
  [15, 51.53239, 25.27787, 'Al Doha Al Jadeeda', 'الدوحة الجديدة'],
  [16, 51.53938, 25.27959, 'Old Al Ghanim', 'الغانم القديم'],
  [17, 51.54379, 25.28401, 'Al Rufaa / Old Al Hitmi', 'الرفاع / الهتمي القديم'],
  [18, 51.5458, 25.28872, 'Al Mirqab / Old Slata', 'المرقاب / السلطة القديمة'],
  [19, 51.55273, 25.29949, 'Doha Port', 'ميناء الدوحة'],
  [20, 51.50115, 25.30901, 'Wadi Al Sail', 'وادي السيل'],
  [21, 51.50829, 25.29539, 'Al Rumaila', 'الرميلة'],
  [22, 51.51116, 25.28722, 'Fereej Bin Mahmoud', 'فريج بن محمود'],
  [23, 51.51328, 25.27875, 'Fereej Bin Mahmoud', 'فريج بن محمود'],
  [24, 51.51943, 25.27113, 'Rawdat Al Khail', 'روضة الخيل'],
  [25, 51.53208, 25.26971, 'Al Mansoura / Fereej Bin Dirham', 'المنصورة / فريج بن درهم'],
  [26, 51.54284, 25.26939, 'Najma', 'نجمة'],
  [27, 51.54634, 25.2768, 'Umm Ghuwailina', 'أم غويلينة'],
  [28, 51.56161, 25.28361, 'Al Khulaifat', 'الخليفات'],
  [29, 51.57297, 25.28528, 'Ras Abu Abboud', 'راس أبو عبود'],
  [30, 51.46061, 25.36126, 'Al Duhail', 'الدحيل'],
  [31, 51.46912, 25.34102, 'Umm Lekhba', 'أم لخبا'],
  [32, 51.47372, 25.32881, 'Madinat Khalifa North', 'مدينة خليفة الشمالية'],
  [33, 51.49429, 25.32634, 'Al Markhiya', 'المرخية'],
  [34, 51.479, 25.31553, 'Madinat Khalifa South', 'مدينة خليفة الجنوبية'],
  [35, 51.49122, 25.31404, 'Fereej Kulaib', 'فريج كليب'],
  [36, 51.48151, 25.30059, 'Al Messila', 'المسيلة'],
  [37, 51.49541, 25.30058, 'Fereej Bin Omran / Hamad Medical City', 'فريج بن عمران / مدينة حمد الطبية'],
  [38, 51.49359, 25.28691, 'Al Saad', 'السد'],
  [39, 51.49923, 25.27337, 'Al Mirqab Al Jadeed / Fereej Al Nasr', 'المرقاب الجديد / فريج النصر'],
  [40, 51.51048, 25.26329, 'New Slata', 'السلطة الجديدة'],
  [41, 51.53074, 25.25865, 'Nuaija', 'نعيجة'],
  [42, 51.54648, 25.26172, 'Al Hilal', 'الهلال'],
  [43, 51.50829, 25.25028, 'Fereej Al Ali', 'فريج العلي'],
  [44, 51.53385, 25.24382, 'Nuaija', 'نعيجة'],
  [45, 51.55224, 25.24994, 'Old Airport', 'المطار القديم'],
  [46, 51.54088, 25.23083, 'Al Thumama', 'الثمامة'],
  [47, 51.5614, 25.23632, 'Al Thumama', 'الثمامة'],
  [48, 51.58827, 25.26711, 'Doha International Airport', 'مطار الدوحة الدولي'],
  [49, 51.608, 25.263, 'Hamad International Airport', 'مطار حمد الدولي'],
  [50, 51.55839, 25.21712, 'Al Thumama', 'الثمامة'],
  [51, 51.38434, 25.34938, 'Al Gharrafa / Izghawa', 'الغرافة / إزغوى'],
  [52, 51.43889, 25.30901, 'Al Luqta / Old Al Rayyan', 'اللقطة / الريان القديم'],
  [53, 51.357, 25.27874, 'New Al Rayyan / Muaither', 'الريان الجديد / معيذر'],
  [54, 51.45878, 25.27396, 'Fereej Al Amir / Muraikh', 'فريج الأمير / مريخ'],
  [55, 51.39694, 25.22309, 'Al Waab / Al Aziziya', 'الوعب / العزيزية'],
  [56, 51.49021, 25.20988, 'Al Maamoura / Mesaimeer / Ain Khaled', 'المعمورة / مسيمير / عين خالد'],
  [57, 51.43307, 25.18814, 'Industrial Area', 'المنطقة الصناعية'],
  [58, 51.47786, 25.24436, '', ''],
  [60, 51.51875, 25.31229, 'Al Dafna', 'الدفنة'],
  [61, 51.5344, 25.32591, 'Al Dafna / Al Gassar', 'الدفنة / القصار'],
  [62, 51.51127, 25.31433, 'Al Khuwair', 'الخوير'],
  [63, 51.52203, 25.32426, 'Onaiza', 'عنيزة'],
  [64, 51.50487, 25.32103, 'Al Jebailat', 'الجبيلات'],
  [65, 51.51568, 25.32786, 'Onaiza', 'عنيزة'],
  [66, 51.51159, 25.35884, 'Onaiza / Al Qutaifiya', 'عنيزة / القطيفية'],
  [67, 51.49379, 25.33941, 'Hazm Al Markhiya', 'حزم المرخية'],
  [68, 51.48476, 25.37225, 'Jelaiah / Al Tarfa', 'جليعة / الطرفة'],
  [69, 51.51182, 25.42556, 'Lusail / Jabal Thuaileb', 'لوسيل / جبل ثعيلب'],
  [70, 51.44297, 25.51132, 'Lusail / Al Kheesa / Umm Qarn', 'لوسيل / الخيسة / أم قرن'],
  [71, 51.33694, 25.47093, 'Umm Slal / Al Kharaitiyat', 'أم صلال / الخريطيات'],
  [72, 51.08694, 25.54009, 'Al Utouriya', 'العطورية'],
  [73, 51.07864, 25.69777, 'Lijmiliya', 'الجميلية'],
  [74, 51.35042, 25.64952, 'Al Khor / Simaisma', 'الخور / سميسمة'],
  [75, 51.4696, 25.83572, 'Al Thakhira / Ras Laffan', 'الذخيرة / رأس لفان'],
  [76, 51.1544, 25.83549, 'Al Ghuwairiya', 'الغويرية'],
  [77, 51.30885, 25.96859, 'Fuwairit / Ain Sinan', 'فويرط / عين سنان'],
  [78, 51.12435, 25.99051, 'Abu Dhalouf / Al Zubara', 'أبو ظلوف / الزبارة'],
  [79, 51.28193, 26.09802, 'Al Ruwais / Madinat Al Shamal', 'الرويس / مدينة الشمال'],
  [80, 51.21643, 25.39121, 'Al Sheehaniya', 'الشيحانية'],
  [81, 51.3223, 25.13951, 'Mebaireek / Bu Nakhla', 'مبيريك / بو نخلة'],
  [82, 51.1674, 25.20695, 'Rawdat Rashed', 'روضة راشد'],
  [83, 51.00941, 25.07881, 'Al Karaana', 'الكرعانة'],
  [84, 50.89544, 25.17254, 'Umm Bab', 'أم باب'],
  [85, 51.02234, 25.36308, 'Al Nasraniya', 'النصرانية'],
  [86, 50.83857, 25.3964, 'Dukhan', 'دخان'],
  [90, 51.59612, 25.12254, 'Al Wakra', 'الوكرة'],
  [91, 51.48281, 25.13149, 'Al Thumama / Al Wukair / Al Mashaf', 'الثمامة / الوكير / المشاف'],
  [92, 51.56879, 25.0296, 'Mesaieed', 'مسيعيد'],
  [93, 51.53944, 24.91271, 'Mesaieed Industrial Area', 'مدينة مسيعيد الصناعية'],
  [94, 51.42349, 24.92214, 'Shagra', 'شقراء'],
  [95, 51.21183, 24.91379, 'Al Kharrara', 'الخرارة'],
  [96, 50.97484, 24.85384, 'Abu Samra', 'أبو سمرة'],
  [97, 51.00881, 24.59803, 'Sawda Natheel', 'سودا نثيل'],
  [98, 51.16916, 24.62091, 'Al Adaid', 'العديد'],
];

export interface BluePlateZone {
  number: number;
  /** The districts in it; empty when it has no common name. */
  name: { en: string; ar: string };
  middle: Place;
}

export const BLUE_PLATE_ZONES: readonly BluePlateZone[] = ZONES.map(
  ([number, longitude, latitude, en, ar]) => ({ number, name: { en, ar }, middle: { latitude, longitude } }),
);

const byNumber = new Map(BLUE_PLATE_ZONES.map((zone) => [zone.number, zone]));

/** Null if the zone's location is unknown. */
export function bluePlateZone(number: number): BluePlateZone | null {
  return byNumber.get(number) ?? null;
}
