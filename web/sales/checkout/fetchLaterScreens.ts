import type * as laterScreens from './laterScreens.ts'

export type LaterScreens = typeof laterScreens

let screens: LaterScreens | null = null
let underWay: Promise<LaterScreens> | null = null

/** The screens after the first, once they have been fetched; null before. */
export const laterScreensHere = (): LaterScreens | null => screens

/** Fetches the screens after the first, once; what did not come is asked for again by the next call. */
export function fetchLaterScreens(): Promise<LaterScreens> {
  underWay ??= import('./laterScreens.ts').then(
    (fetched) => (screens = fetched),
    (error: unknown) => {
      underWay = null
      throw error
    },
  )
  return underWay
}
