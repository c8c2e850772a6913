/** Tells every process that something changed: whoever follows it reads again. Best effort: what is lost is found by the next read. */
export type Changes = {
  /** After the change was committed. Many changes of one thing within a moment are told once. */
  tell(topic: string): void
  close(): Promise<void>
}

/** Changes are gathered for so long. */
const gatherMs = 200

/** The topic of a shop in a mode; an account's is its id. */
export const shopTopic = ({ merchantId, mode }: { merchantId: string; mode: string }): string => `${merchantId}/${mode}`

/** Gathers topics and hands them to `send`, which tells them to all processes; a failure is left to the log. */
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
    tell(topic) {
      waiting.add(topic)
      timer ??= setTimeout(flush, gatherMs).unref()
    },
    async close() {
      clearTimeout(timer)
      flush()
      await sending
    },
  }
}
