import { containers, watched } from './asked.ts'
import { makeButtons, watchedOfButtons } from './buttons.ts'
import { offerApi } from './pageApi.ts'
import { readScriptTag } from './scriptTag.ts'
import { makeWidget, type Widget } from './widget.ts'

/** The instalments of a shop's pages: every container and button, also one that comes later, looked at again whenever what it asks for changes. */
function start(): void {
  const script = document.currentScript
  if (!(script instanceof HTMLScriptElement)) return
  const where = readScriptTag(script)
  const widgets = new Map<HTMLElement, Widget>()
  const buttons = makeButtons(where)

  function look(): void {
    for (const [element, widget] of widgets) {
      if (element.isConnected) continue
      widget.stop()
      widgets.delete(element)
    }
    for (const element of document.querySelectorAll<HTMLElement>(containers.map((name) => `[${name}]`).join())) {
      const known = widgets.get(element)
      if (known) known.update()
      else widgets.set(element, makeWidget(element, where))
    }
    buttons.look()
  }
  offerApi(script, where, buttons, look)
  const attributeFilter = [...watched, ...watchedOfButtons]
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter })
  look()
}

start()
