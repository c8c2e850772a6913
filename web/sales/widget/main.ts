import { containers, watchedAttributes } from './containerRequest.ts'
import { makeButtons, watchedButtonAttributes } from './buttons.ts'
import { exposeApi } from './pageApi.ts'
import { readScriptTag } from './scriptTag.ts'
import { makeWidget, type Widget } from './widget.ts'

/** Renders all containers and buttons of a shop's page, including later ones, and updates them whenever their attributes change. */
function start(): void {
  const script = document.currentScript
  if (!(script instanceof HTMLScriptElement)) return
  const where = readScriptTag(script)
  const widgets = new Map<HTMLElement, Widget>()
  const buttons = makeButtons(where)

  function refresh(): void {
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
    buttons.refresh()
  }
  exposeApi(script, where, buttons, refresh)
  const attributeFilter = [...watchedAttributes, ...watchedButtonAttributes]
  new MutationObserver(refresh).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter })
  refresh()
}

start()
