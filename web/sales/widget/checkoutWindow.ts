import { vendor } from './containerRequest.ts'
import { make } from './make.ts'
import type { Where } from './scriptTag.ts'
import style from './checkoutWindow.css?inline'
import { word } from './words.ts'

const endings = { success: 'onSuccess', pending: 'onPending', ko: 'onKO', error: 'onError', dismiss: 'onDismiss' } as const
type Result = keyof typeof endings
/** Optional callbacks of the page. */
export type Callbacks = { onReady?: () => void; onStatusChange?: (status: string) => void; onClose?: (result: string) => void } & {
  [Name in (typeof endings)[Result]]?: () => void
}

const sheet = new CSSStyleSheet()
sheet.replaceSync(style)
const pollMs = 500

/**
 * Opens the checkout of an order in a popup and reports its progress to the shop's page. Where the browser blocks popups, the page itself navigates
 * there and returns to the shop's URLs at the end.
 */
export function openCheckout({ checkout: host, key }: Where, order: unknown, callbacks: Callbacks = {}): void {
  // Orders are created by the shop's server: a page that could send a whole order could set its own price.
  if (typeof order === 'object') {
    callbacks.onClose?.('error')
    return callbacks.onError?.()
  }
  const address = `${host}/?order=${encodeURIComponent(String(order))}&public-key=${encodeURIComponent(key)}`
  const opened = open(`${address}&post-message=true`, '_blank', 'popup,width=480,height=780')
  if (!opened) return location.assign(address)
  const overlay = drawOverlay(opened, () => end(latest.result, latest.url))
  const watch = setInterval(() => opened.closed && end(latest.result, latest.url), pollMs)
  // The result reported if the customer closes the window: by then the order may be pending or paid.
  let latest: { result: unknown; url?: unknown } = { result: 'dismiss' }

  function onMessage({ source, origin, data }: MessageEvent): void {
    const message = data as Record<string, unknown> | null // from our own page only, as the next line checks
    if (source !== opened || origin !== new URL(host).origin || message?.[vendor] !== 'checkout') return
    if (message.event === 'checkout-ready') callbacks.onReady?.()
    if (message.event === 'status-change') {
      latest = { result: message.status, url: message.redirect_url }
      callbacks.onStatusChange?.(String(message.status))
    }
    if (message.event === 'resumed') latest = { result: 'dismiss' }
    if (message.event === 'close') end(message.result, message.redirect_url)
  }
  function end(reported: unknown, url?: unknown): void {
    removeEventListener('message', onMessage)
    clearInterval(watch)
    overlay.remove()
    opened?.close()
    const result: Result = typeof reported === 'string' && Object.hasOwn(endings, reported) ? (reported as Result) : 'error'
    callbacks.onClose?.(result)
    const callback = callbacks[endings[result]]
    if (callback) callback()
    else if (typeof url === 'string' && /^https?:/.test(url)) location.assign(url)
  }
  addEventListener('message', onMessage)
}

/** Overlay over the shop's page while the checkout is open: a button to focus its window and one to cancel. */
function drawOverlay(opened: Window, leave: () => void): HTMLElement {
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
