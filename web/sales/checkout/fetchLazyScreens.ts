import type * as lazyScreens from './lazyScreens.ts'

export type LazyScreens = typeof lazyScreens

let screens: LazyScreens | null = null
let loading: Promise<LazyScreens> | null = null

/** The lazily loaded screens; null until they are loaded. */
export const loadedLazyScreens = (): LazyScreens | null => screens

/** Loads the chunk of the later screens once; after a failure the next call tries again. */
export function fetchLazyScreens(): Promise<LazyScreens> {
  loading ??= import('./lazyScreens.ts').then(
    (fetched) => (screens = fetched),
    (error: unknown) => {
      loading = null
      throw error
    },
  )
  return loading
}
