/**
 * Publishes changes to every process, so that open streams read again and workers look for due jobs. Best effort: the next read finds what a
 * lost notification missed.
 */
export type Changes = {
  /** To be called after the commit. Sent at once, or 200 ms after the previous notification, together with all topics of that time. */
  publish(topic: string): void
  close(): Promise<void>
}

/** Minimum time between two notifications. */
const restMs = 200

/** Published with every change: a job may be due. After a change that no stream shows it is published alone. */
export const jobsTopic = 'jobs'

/** The topic of a shop in a mode; the topic of an account is its id. */
export const shopTopic = ({ merchantId, mode }: { merchantId: string; mode: string }): string => `${merchantId}/${mode}`

/** The topic of the provider's messages to merchants. */
export const announcementsTopic = 'announcements'

/** Collects topics and passes them to `send`, which notifies all processes; `failed` gets its errors. */
export function makeChanges(send: (topics: readonly string[]) => Promise<unknown>, failed: (error: unknown) => void): Changes {
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let sentAt = Number.NEGATIVE_INFINITY
  let sending: Promise<unknown> = Promise.resolve()
  const flush = () => {
    timer = undefined
    const topics = [...waiting]
    waiting.clear()
    if (topics.length === 0) return
    sentAt = performance.now()
    sending = send(topics).catch(failed)
  }
  return {
    publish(topic) {
      waiting.add(topic).add(jobsTopic)
      timer ??= setTimeout(flush, Math.max(0, sentAt + restMs - performance.now())).unref()
    },
    async close() {
      clearTimeout(timer)
      flush()
      await sending
    },
  }
}
