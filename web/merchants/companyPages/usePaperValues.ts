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

/** Reads the uploaded documents on this device, on demand; of two equal facts the more reliable one wins. */
export function usePaperValues(papers: readonly Paper[]) {
  const [reading, setReading] = useState<Reading>({ at: 'idle' })
  const files = readTypes.flatMap((type) =>
    papers.filter((paper) => paper.type === type).flatMap(({ files: all }) => all.map((file) => ({ type, file }))),
  )
  const read = async () => {
    setReading({ at: 'reading' })
    try {
      const values = new Map<string, FoundValue>()
      const unread = new Set<PaperType>()
      for (const { type, file } of files) {
        const lines = await readPaper(await load(documentFile, { params: { documentId: file.uuid }, mode: 'live' }))
        if (lines.length === 0) unread.add(type)
        for (const value of companyValuesIn(lines)) if (!values.has(value.field)) values.set(value.field, { ...value, paper: type, lines })
      }
      setReading({ at: 'read', values: [...values.values()], unread: [...unread] })
    } catch (error) {
      setReading({ at: 'failed', error })
    }
  }
  return { hasPapers: files.length > 0, reading, read: () => void read(), again: () => setReading({ at: 'idle' }) }
}
