import { useEffect, useState } from 'react'
import type { PaperLine } from '#domain/merchants/company/paperText'
import { startPdfWorker } from '../pdf/startPdfWorker.ts'

/** The lines of a document, empty without text; undefined while loading. */
type PaperText = readonly PaperLine[] | undefined

/** Extracts a document's text on this device; the parser is loaded on demand. Images have none. */
export async function readPaper(file: Blob): Promise<PaperLine[]> {
  if (file.type.startsWith('image/')) return []
  const { readPdf } = await import('../pdf/readPdf.ts')
  return readPdf(new Uint8Array(await file.arrayBuffer()), startPdfWorker)
}

/** The text of a file chosen by the user. */
export function usePaperText(file: Blob): PaperText {
  const [read, setRead] = useState<{ file: Blob; lines: PaperLine[] } | null>(null)
  useEffect(() => {
    let unmounted = false
    const show = (lines: PaperLine[]) => unmounted || setRead({ file, lines })
    readPaper(file).then(show, () => show([]))
    return () => {
      unmounted = true
    }
  }, [file])
  return read?.file === file ? read.lines : undefined
}
