import { useEffect, useEffectEvent } from 'react'

/** How long one stops typing before a draft is saved (our choice). */
const pauseMs = 700

type Saving = {
  /** What is to be saved after a pause, as text; null: nothing. */
  words: string | null
  /** There is something that can be saved when the page is left. */
  isReady: boolean
  save: () => Promise<boolean>
}

/** Saves what was typed after a pause and when the page is left for another of ours; asks before the window is closed over it. */
export function useSavedByItself({ words, isReady, save }: Saving): void {
  const saveNow = useEffectEvent(() => {
    if (isReady) void save()
  })
  useEffect(() => {
    if (words === null) return
    const timer = setTimeout(() => saveNow(), pauseMs)
    return () => clearTimeout(timer)
  }, [words])
  useEffect(() => () => saveNow(), [])
  useEffect(() => {
    if (!isReady) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isReady])
}
