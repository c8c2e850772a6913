import type { Log } from '../log/log.ts'
import { ScannerUnreachable, type VirusScanner } from './clamav.ts'
import { FileRefused, type Inspected, inspectFile } from './inspectFile.ts'

/**
 * As {@link inspectFile}, and free of viruses as far as ClamAV knows, where it is set up. While it does not answer, files are refused for now. Throws
 * FileRefused or InspectionBusy.
 */
export async function inspectUpload(
  { viruses, log }: { viruses: VirusScanner | null; log: Log },
  bytes: Buffer,
  maxPages: number,
): Promise<Inspected> {
  const inspected = await inspectFile(bytes, maxPages)
  if (viruses === null) return inspected
  const isInfected = await viruses.isInfected(bytes).catch((error: unknown) => {
    if (!(error instanceof ScannerUnreachable)) throw error
    log('error', 'virus_scanner_unreachable', {}, error)
    throw new FileRefused('unchecked', maxPages)
  })
  if (!isInfected) return inspected
  log('warn', 'virus_found', { bytes: bytes.length })
  throw new FileRefused('virus', maxPages)
}
