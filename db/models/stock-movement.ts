/** Why a stock level changed. */
export type MovementCause = 'IMPORT' | 'COUNT' | 'RESERVE' | 'RELEASE' | 'SALE' | 'RETURN';
