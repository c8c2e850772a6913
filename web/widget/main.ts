import { containers, watched } from './asked.ts'
import { offerApi } from './pageApi.ts'
import { makeWidget, type Widget } from './widget.ts'

/** The instalments of a shop's pages: every container, also one that comes later, drawn again whenever what it asks for changes. */
function start(): void {
  const script = document.currentScript
  if (!(script instanceof HTMLScriptElement)) return
  const { origin, searchParams } = new URL(script.src)
  const key = searchParams.get('public_key') ?? searchParams.get('public-key') ?? searchParams.get('key') ?? ''
  const host = script.dataset['apiHost'] ?? origin
  offerApi({ host, key })
  const widgets = new Map<HTMLElement, Widget>()

  function look(): void {
    for (const [element, widget] of widgets) {
      if (element.isConnected) continue
      widget.stop()
      widgets.delete(element)
    }
    for (const element of document.querySelectorAll<HTMLElement>(containers.map((name) => `[${name}]`).join())) {
      const known = widgets.get(element)
      if (known) known.update()
      else widgets.set(element, makeWidget(element, { host, key: element.dataset['publicKey'] ?? key }))
    }
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: watched })
  look()
}

start()
