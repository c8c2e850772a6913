import { useEffect, useRef, useState } from 'react'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { findReportByChecksum, type Comparison } from './findReportByChecksum.ts'
import { sha256 } from '../../platform/lists/sha256.ts'

export type Check =
  | { at: 'empty' }
  | { at: 'reading'; name: string; percent: number }
  | { at: 'failed'; file: File; error: unknown }
  | { at: 'done'; name: string; checksum: string; comparison: Comparison }

async function* chunksOf(file: File): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) yield chunk.value
}

/** Computes a file's checksum in the browser and searches for it in the history; a newer file cancels the previous one. */
export function useCheck() {
  const { merchantId } = useMerchant()
  const [check, setCheck] = useState<Check>({ at: 'empty' })
  const latest = useRef<AbortController | null>(null)
  useEffect(() => () => latest.current?.abort(), [])

  async function readFile(file: File): Promise<void> {
    latest.current?.abort()
    const controller = new AbortController()
    latest.current = controller
    const { signal } = controller
    const set = (next: Check) => !signal.aborted && setCheck(next)
    set({ at: 'reading', name: file.name, percent: 0 })
    try {
      const onProgress = (bytes: number) =>
        set({ at: 'reading', name: file.name, percent: Math.floor((bytes / Math.max(file.size, 1)) * 100) })
      const checksum = await sha256(chunksOf(file), onProgress)
      set({ at: 'done', name: file.name, checksum, comparison: await findReportByChecksum(merchantId, checksum, signal) })
    } catch (error) {
      set({ at: 'failed', file, error })
    }
  }
  return { check, readFile: (file: File | undefined) => void (file && readFile(file)) }
}
