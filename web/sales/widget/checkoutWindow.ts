import { vendor } from './asked.ts'
import { make } from './make.ts'
import type { Where } from './scriptTag.ts'
import style from './checkoutWindow.css?inline'
import { word } from './words.ts'

const endings = { success: 'onSuccess', pending: 'onPending', ko: 'onKO', error: 'onError', dismiss: 'onDismiss' } as const
type Result = keyof typeof endings
/** What a page wants to hear, each at its will. */
export type Callbacks = { onReady?: () => void; onStatusChange?: (status: string) => void; onClose?: (result: string) => void } & {
  [Name in (typeof endings)[Result]]?: () => void
}

const sheet = new CSSStyleSheet()
sheet.replaceSync(style)
const lookMs = 500

/**
 * Opens the checkout of an order in a window of its own over the shop's page, and tells the page how it goes. Where a browser lets no window open, this one
 * goes there and comes back to the shop's addresses at the end.
 */
export function openCheckout({ checkout: host, key }: Where, order: unknown, callbacks: Callbacks = {}): void {
  // An order is begun by the shop's server: a page that could say a whole one could set its own price.
  if (typeof order === 'object') {
    callbacks.onClose?.('error')
    return callbacks.onError?.()
  }
  const address = `${host}/?order=${encodeURIComponent(String(order))}&public-key=${encodeURIComponent(key)}`
  const opened = open(`${address}&post-message=true`, '_blank', 'popup,width=480,height=780')
  if (!opened) return location.assign(address)
  const veil = drawVeil(opened, () => end(stand.result, stand.url))
  const watch = setInterval(() => opened.closed && end(stand.result, stand.url), lookMs)
  // How it stands for who closes the window: an order may wait or be paid by then.
  let stand: { result: unknown; url?: unknown } = { result: 'dismiss' }

  function hear({ source, origin, data }: MessageEvent): void {
    const said = data as Record<string, unknown> | null // from our own page alone, as the next line sees to
    if (source !== opened || origin !== new URL(host).origin || said?.[vendor] !== 'checkout') return
    if (said.event === 'checkout-ready') callbacks.onReady?.()
    if (said.event === 'status-change') {
      stand = { result: said.status, url: said.redirect_url }
      callbacks.onStatusChange?.(String(said.status))
    }
    if (said.event === 'resumed') stand = { result: 'dismiss' }
    if (said.event === 'close') end(said.result, said.redirect_url)
  }
  function end(said: unknown, url?: unknown): void {
    removeEventListener('message', hear)
    clearInterval(watch)
    veil.remove()
    opened?.close()
    const result: Result = typeof said === 'string' && Object.hasOwn(endings, said) ? (said as Result) : 'error'
    callbacks.onClose?.(result)
    const callback = callbacks[endings[result]]
    if (callback) callback()
    else if (typeof url === 'string' && /^https?:/.test(url)) location.assign(url)
  }
  addEventListener('message', hear)
}

/** What lies over the shop's page meanwhile: where the customer goes on, and the way out. */
function drawVeil(opened: Window, leave: () => void): HTMLElement {
  const host = make('div')
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [sheet]
  const show = make('button', { type: 'button', class: 'show' }, word('widget.window.show'))
  const stop = make('button', { type: 'button' }, word('widget.window.leave'))
  const dialog = make('dialog', { 'aria-labelledby': 'words' }, make('p', { id: 'words' }, word('widget.window')), show, stop)
  show.addEventListener('click', () => opened.focus())
  stop.addEventListener('click', leave)
  dialog.addEventListener('cancel', leave)
  root.append(dialog)
  document.body.append(host)
  dialog.showModal()
  return host
}
