/** What one tab tells the others about the session they share. */
export type SessionNews = 'signedOut' | 'refreshed' | 'signedIn' | 'active'

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
    const news = event.data
    if (news === 'signedOut' || news === 'refreshed' || news === 'signedIn' || news === 'active') listener(news)
  }
  channel?.addEventListener('message', heard)
  return () => channel?.removeEventListener('message', heard)
}
