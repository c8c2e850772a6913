import { type PushEvent, worker } from './serviceWorker.ts'

/** The payload of a push message (`server/merchants/noticeDelivery/noticePush.ts`). */
type PushPayload = { title: string; body: string; lang: string; tag: string; path: string }

// Shows push notifications and opens their target. It has no cache and no fetch handler: the application is always the latest build.

/** Pages of the back office, which navigate by themselves; the sign-in and customers' pages do not. */
const backOfficePage = /^\/(?:merchants|settings)\//

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('push', (event) => event.waitUntil(show(event)))
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(addressOf(event.notification.data)))
})

/** A browser revokes the permission of a worker that shows nothing: an unreadable message is shown with a general text. */
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

function read(data: PushEvent['data']): PushPayload {
  const plain = { title: worker.location.host, body: '', lang: 'es', tag: 'notice', path: '/' }
  try {
    return { ...plain, ...(data?.json() as Partial<PushPayload>) } // encrypted and sent by our server
  } catch {
    return plain
  }
}

/** Accepts only a path of our own origin. */
function addressOf(path: unknown): string {
  const { origin } = worker.location
  try {
    const address = new URL(typeof path === 'string' ? path : '/', origin) // iOS 16.4 has pushes and no URL.parse
    return address.origin === origin ? address.pathname + address.search : '/'
  } catch {
    return '/'
  }
}

/** Navigates an open page of the back office, which asks before unsaved input is lost; else opens a new one. */
async function open(address: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find(({ url }) => backOfficePage.test(new URL(url).pathname))
  if (!page) return void (await worker.clients.openWindow(address))
  page.postMessage({ open: address })
  await page.focus().catch(() => {}) // some browsers allow no page to be focused
}
