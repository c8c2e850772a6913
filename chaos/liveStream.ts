import type { Installation, Session } from './installation.ts'

type LiveStream = {
  /** Resolves with the milliseconds until the next event about work in the shop. */
  next(): Promise<number>
  close(): void
}

/** Subscribes to the shop's live stream at one address, as an open page does. */
export async function followShop(installation: Installation, address: string, session: Session): Promise<LiveStream> {
  const stop = new AbortController()
  const shops = encodeURIComponent(`${installation.merchantId}/live`)
  const answer = await fetch(`${address}/v2/notifications/stream?seconds=120&shops=${shops}`, {
    headers: { ...session },
    signal: stop.signal,
  })
  if (answer.status !== 200 || !answer.body) throw new Error(`no live stream: ${answer.status}`)
  const pieces = answer.body.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  await pieces.next()
  return {
    async next() {
      const startedAt = performance.now()
      for (;;) {
        const piece = await pieces.next()
        if (piece.done) throw new Error('the live stream ended')
        if (piece.value.includes('event: work')) return performance.now() - startedAt
      }
    },
    close: () => stop.abort(),
  }
}
