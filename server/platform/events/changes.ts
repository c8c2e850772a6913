/** Publishes changes to every process, so that open streams read again. Best effort: the next read finds what a lost notification missed. */
export type Changes = {
  /** To be called after the commit. Repeated changes of one topic within 200 ms are published once. */
  publish(topic: string): void
  close(): Promise<void>
}

/** How long topics are collected before they are sent. */
const collectMs = 200

/** The topic of a shop in a mode; the topic of an account is its id. */
export const shopTopic = ({ merchantId, mode }: { merchantId: string; mode: string }): string => `${merchantId}/${mode}`

/** Collects topics and passes them to `send`, which notifies all processes; `failed` gets its errors. */
export function makeChanges(send: (topics: readonly string[]) => Promise<unknown>, failed: (error: unknown) => void): Changes {
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<unknown> = Promise.resolve()
  const flush = () => {
    timer = undefined
    const topics = [...waiting]
    waiting.clear()
    if (topics.length > 0) sending = send(topics).catch(failed)
  }
  return {
    publish(topic) {
      waiting.add(topic)
      timer ??= setTimeout(flush, collectMs).unref()
    },
    async close() {
      clearTimeout(timer)
      flush()
      await sending
    },
  }
}
