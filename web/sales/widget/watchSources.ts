import { elementAt, elementsAt } from './containerRequest.ts'

/** Limit of observed elements: a selector may match the prices of a whole list. */
const maxWatched = 20
/** Attributes that change a price or its visibility. */
const changing = ['value', 'content', 'data-price-amount', 'class', 'style', 'hidden']

/** Observes the elements that a container's amount is read from; calls `onChange` whenever one of them changes. */
export function watchSources(element: HTMLElement, onChange: () => void): { refresh(): void; stop(): void } {
  const observer = new MutationObserver(onChange)
  let sources: (Element | null)[] = []

  function stop(): void {
    observer.disconnect()
    for (const source of sources) for (const event of ['input', 'change']) source?.removeEventListener(event, onChange)
    sources = []
  }
  return {
    refresh() {
      const elements = [elementAt(element.dataset['qty']), ...elementsAt(element.dataset['price']).slice(0, maxWatched)]
      if (elements.length === sources.length && elements.every((one, at) => one === sources[at])) return
      stop()
      sources = elements
      for (const source of elements) {
        if (source) observer.observe(source, { characterData: true, childList: true, subtree: true, attributeFilter: changing })
        for (const event of ['input', 'change']) source?.addEventListener(event, onChange)
      }
    },
    stop,
  }
}
