/** Messages between tabs about the session they share. */
type SessionMessage = (typeof kinds)[number]

const kinds = ['signedOut', 'refreshed', 'signedIn', 'active', 'limits'] as const

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session')
// Node keeps running for an open channel; browsers have no such method.
if (channel && 'unref' in channel && typeof channel.unref === 'function') channel.unref()

/** Posts a message to the other tabs. */
export function postToTabs(message: SessionMessage): void {
  channel?.postMessage(message)
}

/** Listens to the other tabs until the returned function is called. */
export function onTabMessage(listener: (message: SessionMessage) => void): () => void {
  const onMessage = (event: MessageEvent<unknown>) => {
    const message = kinds.find((kind) => kind === event.data)
    if (message) listener(message)
  }
  channel?.addEventListener('message', onMessage)
  return () => channel?.removeEventListener('message', onMessage)
}
