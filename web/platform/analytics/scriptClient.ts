import { fitProperties } from '#domain/analytics'
import { loadScript } from '../shared/pageScript.ts'
import type { AnalyticsClient, Told } from './client.ts'

/** How often it is looked whether the script has put its global there, in milliseconds. */
export const loaderPollMs = 20
/** Slow lines have had their time by then: a script that has not come is not waited for. */
const loaderPatienceMs = 15_000

/** What another provider's analytics script puts into the page. */
export type AnalyticsGlobal = { init?: (key: string) => void; logEvent: (type: string, properties: object) => void }

/** Waits in steps of 20 ms until a script has put its global into the page; null when it does not, or nobody waits any more. */
export function waitForGlobal(name: string, isOver: () => boolean): Promise<AnalyticsGlobal | null> {
  return new Promise((resolve) => {
    let waitedMs = 0
    const look = () => {
      const found = (globalThis as Record<string, unknown>)[name] as AnalyticsGlobal | undefined // looked at on the next line
      if (typeof found?.logEvent === 'function') return resolve(found)
      if (isOver() || waitedMs >= loaderPatienceMs) return resolve(null)
      waitedMs += loaderPollMs
      setTimeout(look, loaderPollMs)
    }
    look()
  })
}

type Script = { scriptUrl: string; global: string; key: string }

/** Tells another provider's script what was done, in the same words; what is told before it is there waits for it. */
export function scriptClient(
  { scriptUrl, global, key }: Script,
  loads: (address: string) => Promise<unknown> = loadScript,
): AnalyticsClient {
  let waiting: Told[] = []
  let there: AnalyticsGlobal | null = null
  let stopped = false
  const send = ({ section, properties }: Told) => there?.logEvent(section, fitProperties(properties))
  const give = () => (waiting = [])
  loads(scriptUrl).catch(() => (stopped = true)) // nothing is told
  void waitForGlobal(global, () => stopped).then((found) => {
    if (found === null || stopped) return give()
    there = found
    found.init?.(key)
    waiting.forEach(send)
    return give()
  })
  return {
    tell(told) {
      if (stopped) return
      if (there) send(told)
      else waiting.push(told)
    },
    leave: () => {},
    stop() {
      stopped = true
      give()
    },
  }
}
