import { elementAt, elementsAt } from './asked.ts'

/** A selector may mean the prices of a whole list. */
const mostWatched = 20
/** Attributes that change a price, or whether it is shown. */
const changing = ['value', 'content', 'data-price-amount', 'class', 'style', 'hidden']

/** The elements of the page that a container's amount is read from; `heard` whenever one of them changes. */
export function watchSources(element: HTMLElement, heard: () => void): { look(): void; stop(): void } {
  const observer = new MutationObserver(heard)
  let sources: (Element | null)[] = []

  function stop(): void {
    observer.disconnect()
    for (const source of sources) for (const event of ['input', 'change']) source?.removeEventListener(event, heard)
    sources = []
  }
  return {
    look() {
      const found = [elementAt(element.dataset['qty']), ...elementsAt(element.dataset['price']).slice(0, mostWatched)]
      if (found.length === sources.length && found.every((one, at) => one === sources[at])) return
      stop()
      sources = found
      for (const source of found) {
        if (source) observer.observe(source, { characterData: true, childList: true, subtree: true, attributeFilter: changing })
        for (const event of ['input', 'change']) source?.addEventListener(event, heard)
      }
    },
    stop,
  }
}
