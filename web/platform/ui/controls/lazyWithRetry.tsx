import { type ComponentType, createElement, lazy, useState } from 'react'

/** Listeners that reset components whose chunk failed to load. */
const failed = new Set<() => void>()

/** `preload` loads it ahead, so that its first render does not wait; a failure is ignored. */
type Later<Props> = ((props: Props) => ReturnType<typeof createElement>) & { preload: () => void }

/** A lazily loaded component. `React.lazy` caches a failed import for ever; this one retries after {@link retryFailedImports}. */
export function lazyWithRetry<Props extends object>(load: () => Promise<ComponentType<Props>>): Later<Props> {
  const fetched = () =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch (error) {
        failed.add(() => (Part = fetched()))
        throw error
      }
    })
  let Part: ComponentType<Props> = fetched()
  const Shown = (props: Props) => {
    // The same one while it is mounted: another would begin with a state of its own.
    const [Own] = useState(() => Part)
    return createElement(Own, props)
  }
  Shown.preload = () =>
    void load().then(
      (loaded) => (Part = loaded),
      () => {},
    )
  return Shown
}

/** Lets every component whose chunk failed to load retry on its next render. */
export function retryFailedImports(): void {
  for (const again of failed) again()
  failed.clear()
}
