import { makeStore, useStore } from '../../platform/shared/store.ts'

const CHANNEL = 'operation-actions'
const LONGEST_MS = 20_000

/** Operations with an action on its way, in this tab or another of this browser. */
const running = makeStore<readonly string[]>([])

type Told = { operationId: string; runs: boolean }

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL)
channel?.addEventListener('message', ({ data }: MessageEvent<Told>) => mark(data))

/** When each is let go, whoever forgets to say that it ended. */
const forgotten = new Map<string, ReturnType<typeof setTimeout>>()

function mark({ operationId, runs }: Told): void {
  clearTimeout(forgotten.get(operationId))
  forgotten.delete(operationId)
  const others = running.get().filter((id) => id !== operationId)
  running.set(runs ? [...others, operationId] : others)
  // A tab that dies while it sends never says that it ended; no call lasts longer than this.
  if (runs)
    forgotten.set(
      operationId,
      setTimeout(() => mark({ operationId, runs: false }), LONGEST_MS),
    )
}

/** Runs an action and locks every other one on the same operation meanwhile, in all tabs. */
export async function runAction<T>(operationId: string, action: () => Promise<T>): Promise<T> {
  const tell = (runs: boolean) => {
    mark({ operationId, runs })
    channel?.postMessage({ operationId, runs } satisfies Told)
  }
  tell(true)
  try {
    return await action()
  } finally {
    tell(false)
  }
}

/** Whether an action on the operation is on its way. */
export function useRunning(operationId: string): boolean {
  return useStore(running).includes(operationId)
}
