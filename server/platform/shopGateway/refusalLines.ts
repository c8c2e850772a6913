import type { RefusalType } from '#contract/platform/errors'
import type { OpenKey } from '../keys/keyring.ts'

const apartMs = 60_000
const mostKnown = 10_000

/** Whether this one leaves a line. */
export type LeavesLine = (key: OpenKey, call: { name: string; method: string }, type: RefusalType) => boolean

/**
 * Which refusals of keys leave a line of the trail: of each key, call and reason one a minute, for a line takes its turn in the account's chain, as
 * refunds do, and a public key stands in every page of its shop. What such a key is refused to read leaves none.
 */
export function makeRefusalLines(now: () => Date): LeavesLine {
  const writtenAt = new Map<string, number>()
  return ({ keyId, kind }, { name, method }, type) => {
    if (kind === 'public' && method === 'GET') return false
    const one = `${keyId}/${name}/${type}`
    const at = now().getTime()
    if (at - (writtenAt.get(one) ?? -Infinity) < apartMs) return false
    if (writtenAt.size >= mostKnown) writtenAt.clear()
    writtenAt.set(one, at)
    return true
  }
}
