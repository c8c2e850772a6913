import { type PushEvent, worker } from './serviceWorker.ts'

/** What a push message says (`server/merchants/notifications/sendPushes.ts`). */
type Said = { title: string; body: string; lang: string; tag: string; path: string }

// Shows notices on the lock screen and opens what they are about. It keeps no page and answers no request: the application is always the newest.

/** Pages of the panel, which go to an address by themselves; doors and customers' pages do not. */
const panel = /^\/(?:merchants|settings)\//

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('push', (event) => event.waitUntil(show(event)))
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(addressOf(event.notification.data)))
})

/** A browser takes the permission away from whoever shows nothing: what cannot be read is shown by the name of the place. */
async function show({ data }: PushEvent): Promise<void> {
  const { title, body, lang, tag, path } = read(data)
  await worker.registration.showNotification(title, {
    body,
    tag,
    lang,
    icon: '/icons/app-192.png',
    data: path,
  })
}

function read(data: PushEvent['data']): Said {
  const plain = { title: worker.location.host, body: '', lang: 'es', tag: 'notice', path: '/' }
  try {
    return { ...plain, ...(data?.json() as Partial<Said>) } // encrypted and sent by our server
  } catch {
    return plain
  }
}

/** Only a path of ours, whatever came. */
function addressOf(path: unknown): string {
  const { origin } = worker.location
  try {
    const address = new URL(typeof path === 'string' ? path : '/', origin) // iOS 16.4 has pushes and no URL.parse
    return address.origin === origin ? address.pathname + address.search : '/'
  } catch {
    return '/'
  }
}

/** In the page of the panel that is there, which asks before it leaves what somebody typed; else in a new one. */
async function open(address: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find(({ url }) => panel.test(new URL(url).pathname))
  if (!page) return void (await worker.clients.openWindow(address))
  page.postMessage({ open: address })
  await page.focus().catch(() => {}) // some browsers let no page come to the front
}
