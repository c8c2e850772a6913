/** How many generated cases a property is tried with: all of them by `npm run nightly`, a tenth by `npm test`. */
export const testRuns = (nightly: number): number => (process.env.NIGHTLY === undefined ? Math.ceil(nightly / 10) : nightly)
