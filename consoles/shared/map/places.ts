/** A place that the embedded map names. Rank 1 is named from afar, rank 4 only close up. */
export interface Place {
  en: string;
  ar: string;
  longitude: number;
  latitude: number;
  rank: 1 | 2 | 3 | 4;
}

const place = (en: string, ar: string, longitude: number, latitude: number, rank: Place['rank']): Place => ({
  en,
  ar,
  longitude,
  latitude,
  rank,
});

/** Towns and districts whose names dispatchers and drivers use. */
export const PLACES: readonly Place[] = [
  place('Doha', 'الدوحة', 51.531, 25.286, 1),
  place('Al Rayyan', 'الريان', 51.424, 25.292, 1),
  place('Al Wakrah', 'الوكرة', 51.606, 25.171, 1),
  place('Al Khor', 'الخور', 51.506, 25.684, 1),
  place('Lusail', 'لوسيل', 51.49, 25.43, 1),
  place('Al Shahaniya', 'الشيحانية', 51.219, 25.37, 1),
  place('Dukhan', 'دخان', 50.786, 25.425, 1),
  place('Mesaieed', 'مسيعيد', 51.55, 24.99, 1),
  place('Madinat ash Shamal', 'مدينة الشمال', 51.203, 26.129, 1),
  place('Umm Salal Mohammed', 'أم صلال محمد', 51.405, 25.418, 2),
  place('Umm Salal Ali', 'أم صلال علي', 51.404, 25.47, 3),
  place('Ras Laffan', 'رأس لفان', 51.53, 25.9, 2),
  place('Al Dhakhira', 'الذخيرة', 51.541, 25.735, 3),
  place('Simaisma', 'سميسمة', 51.486, 25.576, 3),
  place('Al Zubarah', 'الزبارة', 51.03, 25.977, 3),
  place('Umm Bab', 'أم باب', 50.807, 25.214, 3),
  place('Abu Samra', 'أبو سمرة', 50.851, 24.747, 2),
  place('Al Kharrara', 'الخرارة', 51.17, 24.9, 4),
  place('West Bay', 'الخليج الغربي', 51.527, 25.323, 2),
  place('The Pearl', 'اللؤلؤة', 51.551, 25.371, 2),
  place('Hamad Airport', 'مطار حمد', 51.608, 25.262, 2),
  place('Al Wukair', 'الوكير', 51.536, 25.148, 2),
  place('Education City', 'المدينة التعليمية', 51.436, 25.316, 3),
  place('Katara', 'كتارا', 51.526, 25.36, 3),
  place('Al Gharrafa', 'الغرافة', 51.449, 25.338, 3),
  place('Industrial Area', 'المنطقة الصناعية', 51.41, 25.19, 3),
  place('Muaither', 'معيذر', 51.398, 25.265, 3),
  place('Ain Khaled', 'عين خالد', 51.456, 25.22, 3),
  place('Abu Hamour', 'أبو هامور', 51.492, 25.238, 3),
  place('Al Thumama', 'الثمامة', 51.549, 25.231, 3),
  place('Aspire', 'أسباير', 51.445, 25.262, 3),
  place('Al Waab', 'الوعب', 51.466, 25.262, 4),
  place('Al Sadd', 'السد', 51.497, 25.283, 3),
  place('Msheireb', 'مشيرب', 51.526, 25.285, 4),
  place('Bin Omran', 'بن عمران', 51.496, 25.304, 4),
  place('Al Dafna', 'الدفنة', 51.517, 25.317, 4),
  place('Najma', 'نجمة', 51.54, 25.27, 4),
  place('Al Mansoura', 'المنصورة', 51.53, 25.27, 4),
  place('Al Hilal', 'الهلال', 51.539, 25.255, 4),
  place('Old Airport', 'المطار القديم', 51.562, 25.247, 4),
  place('Al Matar', 'المطار', 51.565, 25.26, 4),
  place('Al Aziziya', 'العزيزية', 51.449, 25.243, 4),
  place('Al Markhiya', 'المرخية', 51.502, 25.335, 4),
  place('Al Duhail', 'الدحيل', 51.465, 25.352, 3),
  place('Umm Al Seneem', 'أم السنيم', 51.462, 25.207, 4),
  place('Al Mashaf', 'المشاف', 51.569, 25.173, 4),
  place('Barwa City', 'مدينة بروة', 51.487, 25.2, 4),
  place('Al Kheesa', 'الخيسة', 51.454, 25.407, 3),
  place('Rawdat Al Hamama', 'روضة الحمامة', 51.44, 25.438, 4),
  place('Jeryan Nejaima', 'جريان نجيمة', 51.458, 25.44, 4),
  place('Izghawa', 'ازغوى', 51.435, 25.365, 4),
  place('Fereej Al Soudan', 'فريج السودان', 51.475, 25.273, 4),
];
