import { elementAt } from './asked.ts'

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
      const found = [elementAt(element.dataset['price']), elementAt(element.dataset['qty'])]
      if (found.every((one, at) => one === (sources[at] ?? null))) return
      stop()
      sources = found
      for (const source of found) {
        if (source)
          observer.observe(source, { characterData: true, childList: true, subtree: true, attributes: true, attributeFilter: ['value'] })
        for (const event of ['input', 'change']) source?.addEventListener(event, heard)
      }
    },
    stop,
  }
}
