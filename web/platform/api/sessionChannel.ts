/** What one tab tells the others about the session they share. */
export type SessionNews = (typeof kinds)[number]

const kinds = ['signedOut', 'refreshed', 'signedIn', 'active', 'limits'] as const

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session')
// Node keeps running for an open channel; browsers have no such method.
if (channel && 'unref' in channel && typeof channel.unref === 'function') channel.unref()

/** Tells the other tabs. */
export function tellTabs(news: SessionNews): void {
  channel?.postMessage(news)
}

/** Hears the other tabs until the returned function is called. */
export function hearTabs(listener: (news: SessionNews) => void): () => void {
  const heard = (event: MessageEvent<unknown>) => {
    const news = kinds.find((kind) => kind === event.data)
    if (news) listener(news)
  }
  channel?.addEventListener('message', heard)
  return () => channel?.removeEventListener('message', heard)
}
