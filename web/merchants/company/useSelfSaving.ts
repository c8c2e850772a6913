import { useEffect, useEffectEvent } from 'react'

/** How long one stops typing before it is saved. */
const pauseMs = 700

type SelfSaving = {
  auto: boolean
  /** Nothing saves itself while somebody decides between two saves. */
  held: boolean
  /** What is to be saved, as text; null: nothing. */
  words: string | null
  save: () => Promise<boolean>
}

/** Saves after a pause and when the page is left for another of ours; asks before the window is closed over what is not saved. */
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
