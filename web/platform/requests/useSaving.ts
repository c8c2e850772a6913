import { useEffect, useEffectEvent } from 'react'

/** Milliseconds without typing before a draft is saved. */
const pauseMs = 700

type Saving = {
  /** The text to save after the pause; null: nothing. */
  words: string | null
  /** There is something to save when navigating away within the application. */
  ready: boolean
  /** Closing the window would lose input. */
  unsaved: boolean
  save: () => Promise<boolean>
}

/** Saves a draft after a pause and on navigation; warns before the window is closed with unsaved input. */
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
