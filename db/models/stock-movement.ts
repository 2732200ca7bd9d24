export type MovementCause = 'IMPORT' | 'COUNT' | 'RESERVE' | 'RELEASE' | 'SALE' | 'RETURN';
