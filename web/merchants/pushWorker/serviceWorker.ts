/** The service worker types used here: TypeScript’s webworker library conflicts with that of pages. */
type Extendable = Event & { waitUntil(work: Promise<unknown>): void }
export type PushEvent = Extendable & { data: { json(): unknown } | null }
type ClickEvent = Extendable & { notification: { data: unknown; close(): void } }
type Page = { url: string; postMessage(message: unknown): void; focus(): Promise<unknown> }
type Global = {
  location: Location
  registration: { showNotification(title: string, options: object): Promise<void> }
  clients: { matchAll(options: object): Promise<Page[]>; openWindow(address: string): Promise<unknown>; claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', heard: (event: Extendable) => void): void
  addEventListener(type: 'push', heard: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', heard: (event: ClickEvent) => void): void
}

/** This worker. */
export const worker = globalThis as unknown as Global // files of this folder run as a service worker
