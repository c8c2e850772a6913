import { useState } from 'react'
import { documentFile, type Paper } from '#contract/merchants/documents'
import { companyValuesIn, type PaperValue } from '#domain/merchants/company/companyPapers'
import type { PaperLine } from '#domain/merchants/company/paperText'
import type { PaperType } from '#domain/merchants/company/papers'
import { load } from '../../platform/api/load.ts'
import { readPaper } from '../company/papers/usePaperText.ts'

/** A value found in an uploaded document, with the lines around it. */
export type FoundValue = PaperValue & { paper: PaperType; lines: readonly PaperLine[] }
type Reading = { at: 'idle' | 'reading' } | { at: 'read'; values: FoundValue[]; unread: PaperType[] } | { at: 'failed'; error: unknown }

/** Documents that contain company data, the most reliable first. */
const readTypes: readonly PaperType[] = ['cif', 'deeds_or_taxid', 'tax_agency_certificate', 'audited_annual_accounts']

/** What documents say, given the most reliable first: of two values of a field the first stays. `unread`: those without text. */
export function valuesOf(papers: readonly { paper: PaperType; lines: readonly PaperLine[] }[]): {
  values: FoundValue[]
  unread: PaperType[]
} {
  const values = new Map<string, FoundValue>()
  for (const { paper, lines } of papers)
    for (const value of companyValuesIn(lines)) if (!values.has(value.field)) values.set(value.field, { ...value, paper, lines })
  const unread = new Set(papers.filter(({ lines }) => lines.length === 0).map(({ paper }) => paper))
  return { values: [...values.values()], unread: [...unread] }
}

/** Reads the uploaded documents on this device, on demand. */
export function usePaperValues(papers: readonly Paper[]) {
  const [reading, setReading] = useState<Reading>({ at: 'idle' })
  const files = readTypes.flatMap((type) =>
    papers.filter((paper) => paper.type === type).flatMap(({ files: all }) => all.map((file) => ({ type, file }))),
  )
  const read = async () => {
    setReading({ at: 'reading' })
    try {
      const read: { paper: PaperType; lines: PaperLine[] }[] = []
      for (const { type, file } of files)
        read.push({ paper: type, lines: await readPaper(await load(documentFile, { params: { documentId: file.uuid }, mode: 'live' })) })
      setReading({ at: 'read', ...valuesOf(read) })
    } catch (error) {
      setReading({ at: 'failed', error })
    }
  }
  return { hasPapers: files.length > 0, reading, read: () => void read(), again: () => setReading({ at: 'idle' }) }
}
