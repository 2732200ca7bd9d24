/**
 * The catalogue of errors: code → HTTP status. The live protocol uses the same codes. Codes are part of the contract: a
 * code never changes its meaning.
 */
export const ERROR_STATUS = {
  'auth.UNAUTHENTICATED': 401,
  'auth.INVALID_CREDENTIALS': 401,
  'auth.MFA_REQUIRED': 403,
  'auth.MFA_TOKEN_REQUIRED': 401,
  'auth.MFA_TOKEN_INVALID': 401,
  'auth.MFA_ALREADY_ENROLLED': 409,
  'auth.MFA_NOT_STARTED': 409,
  'auth.ACCOUNT_LOCKED': 423,
  'auth.ACCOUNT_DISABLED': 403,
  'auth.EMAIL_TAKEN': 409,
  'auth.CODE_INVALID': 422,
  'auth.RESET_LINK_INVALID': 422,
  'auth.PASSWORD_TOO_SHORT': 422,
  'auth.PASSWORD_TOO_COMMON': 422,
  'auth.FRESH_SIGN_IN_REQUIRED': 403,
  'auth.FORBIDDEN': 403,
  'auth.ORIGIN_REFUSED': 403,
  'auth.SURFACE_REFUSED': 403,
  'account.NOT_CLOSABLE': 409,
  'common.NOT_FOUND': 404,
  'common.VALIDATION_FAILED': 422,
  'common.MALFORMED': 400,
  'common.BAD_CURSOR': 400,
  'common.RATE_LIMITED': 429,
  'common.PAYLOAD_TOO_LARGE': 413,
  'common.UNSUPPORTED_MEDIA_TYPE': 415,
  'common.METHOD_NOT_ALLOWED': 405,
  'common.CONFLICT': 409,
  'common.UNAVAILABLE': 503,
  'common.INTERNAL': 500,
  'common.PRECONDITION_FAILED': 412,
  'common.PRECONDITION_REQUIRED': 428,
  'idempotency.IN_PROGRESS': 409,
  'idempotency.MISMATCH': 422,
  'cart.OFFER_UNAVAILABLE': 409,
  'checkout.INVALID_STATE': 409,
  'checkout.CART_EMPTY': 409,
  'checkout.TOO_MANY_SELLERS': 422,
  'checkout.INCOMPLETE': 422,
  'checkout.ADDRESS_UNSERVICEABLE': 422,
  'checkout.ITEM_UNAVAILABLE': 409,
  'checkout.PRICE_CHANGED': 409,
  'checkout.TOTAL_CHANGED': 409,
  'checkout.EXPIRED': 410,
  'checkout.COD_NOT_ALLOWED': 422,
  'order.INVALID_STATE': 409,
  'seller.INVALID_STATE': 409,
  'seller.NOT_CLOSABLE': 409,
  'seller.NO_SELLER': 404,
  'seller.ALREADY_LINKED': 409,
  'seller.NO_BANK_ACCOUNT': 409,
  'seller.OWNER_WITHOUT_FACTOR': 409,
  'seller.NOTHING_PAYABLE': 409,
  'seller.ALREADY_INVITED': 409,
  'seller.INVITATION_ENDED': 410,
  'seller.INVITATION_FOR_ANOTHER': 403,
  'seller.IMPORT_UNREADABLE': 422,
  'seller.IMPORT_RUNNING': 409,
  'seller.IMPORT_ENDED': 409,
  'catalogue.SKU_TAKEN': 409,
  'catalogue.OFFER_EXISTS': 409,
  'catalogue.VARIANT_EXISTS': 409,
  'catalogue.TOO_MANY_VARIANTS': 409,
  'catalogue.TOO_MANY_IMAGES': 409,
  'catalogue.TOO_MANY_VIEWS': 409,
  'integrations.TOO_MANY_KEYS': 409,
  'catalogue.SLUG_TAKEN': 409,
  'catalogue.CATEGORY_TREE': 409,
  'inventory.WAREHOUSE_IN_USE': 409,
  'inventory.IMPORT_FAULTY': 422,
  'delivery.INVALID_STATE': 409,
  'delivery.CODE_INVALID': 422,
  'delivery.CODE_EXPIRED': 410,
  'delivery.CODE_VOID': 409,
  'delivery.CODES_EXHAUSTED': 409,
  'delivery.CODE_NOT_REQUESTED': 409,
  'delivery.CASH_MISMATCH': 422,
  'delivery.OFFER_EXPIRED': 410,
  'delivery.DRIVER_UNAVAILABLE': 409,
  'delivery.OUTSIDE_ZONES': 409,
  'delivery.CAPACITY_EXCEEDED': 409,
  'delivery.CASH_LIMIT_EXCEEDED': 409,
  'delivery.ROUTE_INVALID': 422,
  'delivery.NO_ATTEMPT_LEFT': 409,
  'delivery.DISPATCHER_DECIDES': 409,
  'delivery.HAND_OVER_OPEN': 409,
  'delivery.NO_HAND_OVER': 409,
  'delivery.REVERSAL_TOO_LATE': 409,
  'delivery.CASH_SETTLED': 409,
  'delivery.TOO_MANY_PHOTOS': 409,
  'delivery.SELLER_CONFIRMS': 409,
  'delivery.QATAR_UNCOVERED': 409,
  'delivery.ZONE_INVALID': 422,
  'driver.INVALID_STATE': 409,
  'driver.NOT_APPROVED': 409,
  'driver.ALREADY_APPLIED': 409,
  'shift.INVALID_STATE': 409,
  'shift.WORK_UNFINISHED': 409,
  'shift.GOODS_ON_BOARD': 409,
  'shift.CASH_UNSETTLED': 409,
  'shift.OVERLAP': 409,
  'cash.INVALID_STATE': 409,
  'cash.NOTHING_TO_SETTLE': 409,
  'cash.SETTLEMENT_OPEN': 409,
  'cash.SECOND_DISPATCHER_REQUIRED': 409,
  'alert.INVALID_STATE': 409,
  'admin.SUPER_ADMIN_PROTECTED': 409,
} as const satisfies { readonly [code: string]: number };

export type ErrorCode = keyof typeof ERROR_STATUS;

/**
 * One violation in the request. `pointer` is an RFC 6901 JSON pointer into the body, or `query/limit`, `path/id`,
 * `header/if-match`.
 */
export interface FieldError {
  pointer: string;
  code: string;
  message: string;
  /** Values of the message (a limit, a time, a place), for apps that word it themselves. */
  params?: Record<string, string | number>;
}

export interface ErrorDetails {
  /** One English sentence that says what to do. Localised texts by code are in `server/kernel/texts/`. */
  detail?: string;
  errors?: FieldError[];
  /** Further members of the problem document, e.g. `currentState`, `allowedCommands`, `lines`, `sellers`. */
  extension?: Record<string, unknown>;
  /** Seconds; sent as the Retry-After header. */
  retryAfter?: number;
  cause?: unknown;
}

/** Whether a string, e.g. from a stored record, is a code of this catalogue. */
export function isErrorCode(code: string | null | undefined): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_STATUS, code);
}

/** A refusal or failure reported to the caller by a code of the catalogue. */
export class WaslError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldError[];
  readonly extension: Record<string, unknown>;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.detail ?? code, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'WaslError';
    this.code = code;
    this.errors = details.errors ?? [];
    this.extension = details.extension ?? {};
    this.retryAfter = details.retryAfter;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** Whether the caller has to act on this error, as opposed to a failure of the service that may be temporary. */
export function isRefusal(error: unknown): error is WaslError {
  return error instanceof WaslError && error.status < 500;
}
