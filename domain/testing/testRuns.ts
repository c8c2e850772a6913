const isNightly = process.env.NIGHTLY !== undefined

/** How many generated cases a property is tried with: all of them by `npm run nightly`, one in ten, or in as many as told, by `npm test`. */
export const testRuns = (nightly: number, oneIn = 10): number => (isNightly ? nightly : Math.ceil(nightly / oneIn))

/** From one step at which something is interrupted to the next that is tried: every step by `npm run nightly`, one in so many by `npm test`. */
export const testStride = (oneIn = 3): number => (isNightly ? 1 : oneIn)

/** How often at most by `npm test`; without a limit by `npm run nightly`. */
export const testLimit = (most: number): number => (isNightly ? Number.POSITIVE_INFINITY : most)
