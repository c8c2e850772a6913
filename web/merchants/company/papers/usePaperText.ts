import { useEffect, useState } from 'react'
import type { PaperLine } from '#domain/merchants/company/paperText'
import { startPdfWorker } from '../pdf/startPdfWorker.ts'

/** The lines of a document, empty where it has no text; undefined while it is read. */
export type PaperText = readonly PaperLine[] | undefined

/** Reads a document's text on this device; the reader is fetched when it is needed first. Pictures have none. */
export async function readPaper(file: Blob): Promise<PaperLine[]> {
  if (file.type.startsWith('image/')) return []
  const { readPdf } = await import('../pdf/readPdf.ts')
  return readPdf(new Uint8Array(await file.arrayBuffer()), startPdfWorker)
}

/** The text of a file that a person has chosen. */
export function usePaperText(file: Blob): PaperText {
  const [read, setRead] = useState<{ file: Blob; lines: PaperLine[] } | null>(null)
  useEffect(() => {
    let gone = false
    const show = (lines: PaperLine[]) => gone || setRead({ file, lines })
    readPaper(file).then(show, () => show([]))
    return () => {
      gone = true
    }
  }, [file])
  return read?.file === file ? read.lines : undefined
}
