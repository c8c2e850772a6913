import { go } from '../routes/go.ts'

/** Goes where a pressed notice leads, when this page is the one that is there (`web/merchants/pushWorker/main.ts`), through the navigation rules. */
export function startPushed(): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ open?: unknown } | null>) => {
    const address = data?.open
    if (typeof address === 'string' && /^\/(?!\/)/.test(address)) go(address)
  })
}
