import { madridDay } from '#domain/platform/dates'
import { documentWarnings, type DocumentWarning } from '#domain/merchants/company/documentWarnings'
import type { PaperType } from '#domain/merchants/company/papers'
import { readPaper } from './usePaperText.ts'
import { serverNow } from '../../../platform/api/serverClock.ts'

/** Problems in a document's own text, read on this device; none where it cannot be read here. */
export async function documentProblems(type: PaperType, file: File): Promise<DocumentWarning[]> {
  const lines = await readPaper(file).catch(() => [])
  return documentWarnings(type, lines, madridDay(serverNow()))
}
