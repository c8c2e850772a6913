import { useCallback, useEffect, useRef, useState } from 'react'
import { isApiFailure } from '../api/apiFailure.ts'
import type { PartialFile } from '../api/readFile.ts'
import { saveFile } from './saveFile.ts'

/** State of a download. */
type FileProgress =
  | { state: 'idle' }
  | { state: 'running'; bytes: number }
  | { state: 'done'; name: string }
  /** `resumable`: the received part is kept, and a retry requests the rest. */
  | { state: 'failed'; error: unknown; resumable: boolean }

type Fetching = { signal: AbortSignal; onProgress: (bytes: number) => void; partial: PartialFile }
/** Downloads a file: aborted by `signal`, reports bytes as they arrive, collects them in `partial`. */
export type FetchFile = (more: Fetching) => Promise<Blob>

/** No answer or an incomplete one, as opposed to a refusal, which a retry would get again. */
const isCutOff = (error: unknown): boolean => !isApiFailure(error) || error.status === 0

const nothing = (): PartialFile => ({ pieces: [], received: 0, etag: null })

/**
 * One download at a time, aborted on unmount; `name` is the file name when the server gives none, and identifies the file: a download that broke off is
 * resumed when the same name is requested again. Resolves to how it ended.
 */
export function useFileDownload() {
  const [progress, setProgress] = useState<FileProgress>({ state: 'idle' })
  const aborted = useRef<AbortController | null>(null)
  const unfinished = useRef({ name: '', partial: nothing() })
  useEffect(() => () => aborted.current?.abort(), [])

  const download = useCallback(async (fetchFile: FetchFile, name: string): Promise<FileProgress> => {
    const end = (how: FileProgress) => {
      if (!aborted.current?.signal.aborted) setProgress(how)
      return how
    }
    if (aborted.current) return { state: 'idle' }
    const controller = new AbortController()
    aborted.current = controller
    if (unfinished.current.name !== name) unfinished.current = { name, partial: nothing() }
    const { partial } = unfinished.current
    const onProgress = (bytes: number) => setProgress({ state: 'running', bytes })
    onProgress(partial.received)
    try {
      const file = await fetchFile({ signal: controller.signal, onProgress, partial })
      // The server always writes a header and a last line.
      if (file.size === 0) throw new TypeError('downloaded file is empty')
      const fileName = file instanceof File ? file.name : name
      saveFile(file, fileName)
      unfinished.current = { name: '', partial: nothing() }
      return end({ state: 'done', name: fileName })
    } catch (error) {
      if (controller.signal.aborted) return { state: 'idle' }
      const resumable = isCutOff(error) && partial.etag !== null && partial.received > 0
      if (!resumable) unfinished.current = { name: '', partial: nothing() }
      return end({ state: 'failed', error, resumable })
    } finally {
      aborted.current = null
    }
  }, [])
  return { progress, download }
}
