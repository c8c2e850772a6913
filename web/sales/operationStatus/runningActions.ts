import { makeStore, useStore } from '../../platform/state/store.ts'

const CHANNEL = 'operation-actions'
const MAX_ACTION_MS = 20_000

/** Operations with an action in flight, in any tab of this browser. */
const running = makeStore<readonly string[]>([])

type ActionMessage = { operationId: string; runs: boolean }

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL)
channel?.addEventListener('message', ({ data }: MessageEvent<ActionMessage>) => mark(data))

/** Timers that release each lock if its end is never announced. */
const releaseTimers = new Map<string, ReturnType<typeof setTimeout>>()

function mark({ operationId, runs }: ActionMessage): void {
  clearTimeout(releaseTimers.get(operationId))
  releaseTimers.delete(operationId)
  const others = running.get().filter((id) => id !== operationId)
  running.set(runs ? [...others, operationId] : others)
  // A tab that is closed while it sends never announces the end; no call lasts longer than this.
  if (runs)
    releaseTimers.set(
      operationId,
      setTimeout(() => mark({ operationId, runs: false }), MAX_ACTION_MS),
    )
}

/** Runs an action and locks all others on the same operation meanwhile, in all tabs. */
export async function runAction<T>(operationId: string, action: () => Promise<T>): Promise<T> {
  const announce = (runs: boolean) => {
    mark({ operationId, runs })
    channel?.postMessage({ operationId, runs } satisfies ActionMessage)
  }
  announce(true)
  try {
    return await action()
  } finally {
    announce(false)
  }
}

/** Whether an action on the operation is in flight. */
export function useRunning(operationId: string): boolean {
  return useStore(running).includes(operationId)
}
