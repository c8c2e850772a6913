import { useEffect, useState } from 'react'
import type { OpenedPaper } from './openedPaper.ts'
import { openPaper } from './openPaper.ts'

type Paper = { file: Blob; opened: OpenedPaper | null; failed: boolean }

/** An opened file; null while it opens, `failed` when it cannot be shown. It is closed when another one takes its place. */
export function usePaper(file: Blob | undefined): { opened: OpenedPaper | null; failed: boolean } {
  const [paper, setPaper] = useState<Paper | null>(null)
  useEffect(() => {
    if (!file) return
    let opened: OpenedPaper | null = null
    let closed = false
    openPaper(file).then(
      (paperOf) => {
        opened = paperOf
        if (closed) paperOf.close()
        else setPaper({ file, opened, failed: false })
      },
      () => closed || setPaper({ file, opened: null, failed: true }),
    )
    return () => {
      closed = true
      opened?.close()
    }
  }, [file])
  const isPresent = paper !== null && paper.file === file
  return { opened: isPresent ? paper.opened : null, failed: isPresent && paper.failed }
}
