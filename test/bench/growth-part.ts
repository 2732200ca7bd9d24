/** How long each load of `npm run bench -- growth` is measured. */
export interface GrowthTerms {
  /** Of one window. */
  seconds: number;
  /** Windows of each side. */
  rounds: number;
  /** For a machine in a hurry; the report says so. */
  quick: boolean;
}
