import { type ComponentType, createElement, lazy } from 'react'

/** What puts parts that did not come back to where they are asked for. */
const failed = new Set<() => void>()

/**
 * A part of a page that is fetched when it is first drawn. React keeps for ever that one did not come; this one is asked for again after
 * {@link askForMissing}.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
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

/** Lets every part that did not come be fetched when it is drawn again. */
export function askForMissing(): void {
  for (const again of failed) again()
  failed.clear()
}
