import { useCallback, useEffect, useRef, useState } from 'react'
import { isApiFailure } from '../api/apiFailure.ts'
import type { PartialFile } from '../api/call.ts'
import { saveFile } from './saveFile.ts'

/** How a download stands. */
export type FileProgress =
  | { state: 'idle' }
  | { state: 'running'; bytes: number }
  | { state: 'done'; name: string }
  /** `resumable`: what came of it is kept, and the next try asks for the rest. */
  | { state: 'failed'; error: unknown; resumable: boolean }

type Fetching = { signal: AbortSignal; onProgress: (bytes: number) => void; partial: PartialFile }
/** Asks for a file: gives it up by `signal`, tells the bytes as they come, keeps them in `partial`. */
export type FetchFile = (more: Fetching) => Promise<Blob>

/** Nothing came of it, or not all: no refusal, which the next try would meet again. */
const isCutOff = (error: unknown): boolean => !isApiFailure(error) || error.status === 0

const nothing = (): PartialFile => ({ pieces: [], received: 0, etag: null })

/**
 * One download at a time, given up when its screen goes; `name` is for a file to which the server gave none, and tells files apart: one that broke
 * off goes on where it stopped when it is asked for again. Answers how it ended.
 */
export function useFileDownload() {
  const [progress, setProgress] = useState<FileProgress>({ state: 'idle' })
  const aborted = useRef<AbortController | null>(null)
  const begun = useRef({ name: '', partial: nothing() })
  useEffect(() => () => aborted.current?.abort(), [])

  const download = useCallback(async (fetchFile: FetchFile, name: string): Promise<FileProgress> => {
    const end = (how: FileProgress) => {
      if (!aborted.current?.signal.aborted) setProgress(how)
      return how
    }
    if (aborted.current) return { state: 'idle' }
    const controller = new AbortController()
    aborted.current = controller
    if (begun.current.name !== name) begun.current = { name, partial: nothing() }
    const { partial } = begun.current
    const onProgress = (bytes: number) => setProgress({ state: 'running', bytes })
    onProgress(partial.received)
    try {
      const file = await fetchFile({ signal: controller.signal, onProgress, partial })
      // The server always writes a head and a last line.
      if (file.size === 0) throw new TypeError('an empty file')
      const given = file instanceof File ? file.name : name
      saveFile(file, given)
      begun.current = { name: '', partial: nothing() }
      return end({ state: 'done', name: given })
    } catch (error) {
      if (controller.signal.aborted) return { state: 'idle' }
      const resumable = isCutOff(error) && partial.etag !== null && partial.received > 0
      if (!resumable) begun.current = { name: '', partial: nothing() }
      return end({ state: 'failed', error, resumable })
    } finally {
      aborted.current = null
    }
  }, [])
  return { progress, download }
}
