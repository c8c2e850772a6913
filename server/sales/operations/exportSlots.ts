import { Refusal } from '../../platform/calls/refusal.ts'

/** Exports that run at once in one process: by one person, and by all together, so that memory and connections last. */
export const mostExports = { perUser: 2, together: 24 }
const retryAfterSeconds = 10

export type ExportSlot = {
  /** The same pieces; the slot is free when they end, fail or are read no further. */
  until<T>(pieces: AsyncIterable<T>): AsyncIterable<T>
  /** Aborted when the slot is free: nobody reads on. */
  readonly left: AbortSignal
  free(): void
}

const running = new Map<string, number>()
let together = 0

/** A place for one more export of this person. Refuses with TooManyRequests while all places are taken. */
export function takeExportSlot(userId: string): ExportSlot {
  const own = running.get(userId) ?? 0
  if (own >= mostExports.perUser || together >= mostExports.together) throw new Refusal('TooManyRequests', { retryAfterSeconds })
  running.set(userId, own + 1)
  together += 1
  const left = new AbortController()
  let taken = true
  const free = () => {
    if (!taken) return
    taken = false
    together -= 1
    const others = (running.get(userId) ?? 1) - 1
    if (others > 0) running.set(userId, others)
    else running.delete(userId)
    left.abort()
  }
  return { free, left: left.signal, until: (pieces) => ({ [Symbol.asyncIterator]: () => freeing(pieces[Symbol.asyncIterator](), free) }) }
}

/** A generator's `finally` would not do: one that is given up before its first piece never runs it. */
function freeing<T>(pieces: AsyncIterator<T>, free: () => void): AsyncIterator<T> {
  return {
    async next() {
      try {
        const piece = await pieces.next()
        if (piece.done) free()
        return piece
      } catch (error) {
        free()
        throw error
      }
    },
    async return() {
      free()
      await pieces.return?.()
      return { done: true, value: undefined }
    },
  }
}
