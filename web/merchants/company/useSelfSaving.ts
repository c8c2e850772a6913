import { useEffect, useEffectEvent } from 'react'

/** Milliseconds without typing before saving. */
const pauseMs = 700

type SelfSaving = {
  auto: boolean
  /** No automatic save while a conflict is being resolved. */
  held: boolean
  /** The text to save; null: nothing. */
  words: string | null
  save: () => Promise<boolean>
}

/** Saves after a pause and on navigation; warns before the window is closed with unsaved changes. */
export function useSelfSaving({ auto, held, words, save }: SelfSaving): void {
  const saveNow = useEffectEvent(() => {
    if (words !== null && !held) void save()
  })
  useEffect(() => {
    if (!auto || words === null) return
    const timer = setTimeout(() => saveNow(), pauseMs)
    return () => clearTimeout(timer)
  }, [auto, words])
  useEffect(() => (auto ? () => saveNow() : undefined), [auto])
  useEffect(() => {
    if (words === null) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [words])
}
