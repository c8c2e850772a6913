/** How many generated cases a property is tried with: all of them by `npm run nightly`, one in ten, or in as many as told, by `npm test`. */
export const testRuns = (nightly: number, oneIn = 10): number => (process.env.NIGHTLY === undefined ? Math.ceil(nightly / oneIn) : nightly)
