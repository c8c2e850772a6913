import { type ComponentType, createElement, lazy } from 'react'

/** Listeners that reset components whose chunk failed to load. */
const failed = new Set<() => void>()

/** A lazily loaded component. `React.lazy` caches a failed import for ever; this one retries after {@link retryFailedImports}. */
export function lazyWithRetry<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
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
  return (props) => createElement(Part, props)
}

/** Lets every component whose chunk failed to load retry on its next render. */
export function retryFailedImports(): void {
  for (const again of failed) again()
  failed.clear()
}
