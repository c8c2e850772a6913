import { go } from '../routes/go.ts'

/**
 * Opens the target of a pressed notification when this page is the one the service worker chose (`web/merchants/pushWorker/main.ts`), through the
 * navigation guards.
 */
export function startPushed(): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ open?: unknown } | null>) => {
    const address = data?.open
    if (typeof address === 'string' && /^\/(?!\/)/.test(address)) go(address)
  })
}
