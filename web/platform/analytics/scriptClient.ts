import { fitProperties } from '#domain/analytics'
import { loadScript } from '../api/pageScript.ts'
import type { AnalyticsClient, TrackedEvent } from './client.ts'

/** Interval in milliseconds at which the script’s global is looked for. */
export const loaderPollMs = 20
/** Milliseconds until a script that has not loaded is given up. */
const loaderTimeoutMs = 15_000

/** The global that another provider’s analytics script defines. */
type AnalyticsGlobal = { init?: (key: string) => void; logEvent: (type: string, properties: object) => void }

/** Polls every 20 ms until a script has defined its global; null on timeout or when stopped. */
export function waitForGlobal(name: string, isOver: () => boolean): Promise<AnalyticsGlobal | null> {
  return new Promise((resolve) => {
    let waitedMs = 0
    const look = () => {
      const client = (globalThis as Record<string, unknown>)[name] as AnalyticsGlobal | undefined // looked at on the next line
      if (typeof client?.logEvent === 'function') return resolve(client)
      if (isOver() || waitedMs >= loaderTimeoutMs) return resolve(null)
      waitedMs += loaderPollMs
      setTimeout(look, loaderPollMs)
    }
    look()
  })
}

type Script = { scriptUrl: string; global: string; key: string }

/** Sends events to another provider’s script, in the same format; events recorded before it has loaded are queued. */
export function scriptClient(
  { scriptUrl, global, key }: Script,
  loads: (address: string) => Promise<unknown> = loadScript,
): AnalyticsClient {
  let waiting: TrackedEvent[] = []
  let there: AnalyticsGlobal | null = null
  let stopped = false
  const send = ({ section, properties }: TrackedEvent) => there?.logEvent(section, fitProperties(properties))
  const give = () => (waiting = [])
  loads(scriptUrl).catch(() => (stopped = true)) // nothing is recorded
  void waitForGlobal(global, () => stopped).then((client) => {
    if (client === null || stopped) return give()
    there = client
    client.init?.(key)
    waiting.forEach(send)
    return give()
  })
  return {
    record(event) {
      if (stopped) return
      if (there) send(event)
      else waiting.push(event)
    },
    leave: () => {},
    stop() {
      stopped = true
      give()
    },
  }
}
