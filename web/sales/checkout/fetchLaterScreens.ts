import type * as laterScreens from './laterScreens.ts'

export type LaterScreens = typeof laterScreens

let screens: LaterScreens | null = null
let loading: Promise<LaterScreens> | null = null

/** The lazily loaded screens; null until they are loaded. */
export const laterScreensHere = (): LaterScreens | null => screens

/** Loads the chunk of the later screens once; after a failure the next call tries again. */
export function fetchLaterScreens(): Promise<LaterScreens> {
  loading ??= import('./laterScreens.ts').then(
    (fetched) => (screens = fetched),
    (error: unknown) => {
      loading = null
      throw error
    },
  )
  return loading
}
