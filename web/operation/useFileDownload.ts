import { useCallback, useEffect, useRef, useState } from 'react'
import { saveFile } from './saveFile.ts'

/** How a download stands. */
export type FileProgress =
  | { state: 'idle' }
  | { state: 'running'; bytes: number }
  | { state: 'done'; name: string }
  | { state: 'failed'; error: unknown }

/** Asks for a file: gives it up by `signal`, tells the bytes as they come. */
export type FetchFile = (more: { signal: AbortSignal; onProgress: (bytes: number) => void }) => Promise<Blob>

/** One download at a time, given up when its screen goes; `name` is for a file to which the server gave none. Answers how it ended. */
export function useFileDownload() {
  const [progress, setProgress] = useState<FileProgress>({ state: 'idle' })
  const aborted = useRef<AbortController | null>(null)
  useEffect(() => () => aborted.current?.abort(), [])

  const download = useCallback(async (fetchFile: FetchFile, name: string): Promise<FileProgress> => {
    const end = (how: FileProgress) => {
      if (!aborted.current?.signal.aborted) setProgress(how)
      return how
    }
    if (aborted.current) return { state: 'idle' }
    const controller = new AbortController()
    aborted.current = controller
    setProgress({ state: 'running', bytes: 0 })
    try {
      const file = await fetchFile({ signal: controller.signal, onProgress: (bytes) => setProgress({ state: 'running', bytes }) })
      // The server always writes a head and a last line.
      if (file.size === 0) throw new TypeError('an empty file')
      const given = file instanceof File ? file.name : name
      saveFile(file, given)
      return end({ state: 'done', name: given })
    } catch (error) {
      return controller.signal.aborted ? { state: 'idle' } : end({ state: 'failed', error })
    } finally {
      aborted.current = null
    }
  }, [])
  return { progress, download }
}
