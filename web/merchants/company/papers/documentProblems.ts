import { madridDay } from '#domain/platform/dates'
import { paperDoubts, type PaperDoubt } from '#domain/merchants/company/paperDoubts'
import type { PaperType } from '#domain/merchants/company/papers'
import { readPaper } from './usePaperText.ts'
import { serverNow } from '../../../platform/api/serverClock.ts'

/** Problems in a document's own text, read on this device; none where it cannot be read here. */
export async function documentProblems(type: PaperType, file: File): Promise<PaperDoubt[]> {
  const lines = await readPaper(file).catch(() => [])
  return paperDoubts(type, lines, madridDay(serverNow()))
}
