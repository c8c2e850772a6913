import { useEffect, useEffectEvent } from 'react'

/** How long one stops typing before a draft is saved. */
const pauseMs = 700

type Saving = {
  /** What is to be saved after a pause, as text; null: nothing. */
  words: string | null
  /** There is something that can be saved when the page is left for another of ours. */
  ready: boolean
  /** Closing the window would lose something. */
  unsaved: boolean
  save: () => Promise<boolean>
}

/** Saves what was typed after a pause and when the page is left for another of ours; asks before the window is closed over it. */
export function useSaving({ words, ready, unsaved, save }: Saving): void {
  const saveNow = useEffectEvent(() => {
    if (ready) void save()
  })
  useEffect(() => {
    if (words === null) return
    const timer = setTimeout(() => saveNow(), pauseMs)
    return () => clearTimeout(timer)
  }, [words])
  useEffect(() => () => saveNow(), [])
  useEffect(() => {
    if (!unsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [unsaved])
}
