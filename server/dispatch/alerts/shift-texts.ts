interface Driver {
  driverName: string;
}

/** Kinds about shifts and the cash of drivers. */
export const SHIFT_TEXTS = {
  SHIFT_NOT_STARTED: {
    severity: 'WARNING',
    en: ({ driverName }: Driver) => `${driverName} has not started the planned shift.`,
    ar: ({ driverName }: Driver) => `لم يبدأ ${driverName} ورديته المخططة.`,
    action: {
      en: 'Call the driver; move or cancel the shift, or plan another driver for this time.',
      ar: 'اتصل بالسائق؛ انقل الوردية أو ألغها، أو خطط لسائق آخر في هذا الوقت.',
    },
  },
  SHIFT_OVERRUN: {
    severity: 'WARNING',
    en: ({ driverName }: Driver) => `${driverName} is still on duty after the planned end of the shift.`,
    ar: ({ driverName }: Driver) => `ما زال ${driverName} في الخدمة بعد الموعد المخطط لنهاية ورديته.`,
    action: {
      en: 'Move the planned end if the work needs it, or take over the tasks and end the shift.',
      ar: 'انقل موعد النهاية إذا لزم العمل ذلك، أو اسند المهام إلى غيره وأنهِ الوردية.',
    },
  },
  BREAK_OVERRUN: {
    severity: 'WARNING',
    en: ({ driverName }: Driver) => `The break of ${driverName} is longer than allowed.`,
    ar: ({ driverName }: Driver) => `استراحة ${driverName} أطول من المسموح.`,
    action: {
      en: 'Call the driver; the alert closes when the break or the shift ends.',
      ar: 'اتصل بالسائق؛ يُغلق التنبيه عند انتهاء الاستراحة أو الوردية.',
    },
  },
  CASH_NEAR_LIMIT: {
    severity: 'WARNING',
    en: ({ driverName }: Driver) => `The cash that ${driverName} holds is near the limit.`,
    ar: ({ driverName }: Driver) => `النقد الذي بحوزة ${driverName} قريب من الحد.`,
    action: {
      en: 'Have the driver hand in the cash: near the limit fewer tasks can be offered.',
      ar: 'اطلب من السائق تسليم النقد: قرب الحد تقل المهام التي يمكن عرضها عليه.',
    },
  },
} as const;
