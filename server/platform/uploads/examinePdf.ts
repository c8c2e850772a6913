import { declaresEncryption } from './pdfParts.ts'
import { scanPdf, type FileProblem } from './scanPdf.ts'

/** The PDF to store: unchanged, or decrypted if its encryption needs no password. What is stored is what was scanned. */
export async function examinePdf(bytes: Buffer, maxPages: number): Promise<Buffer | FileProblem> {
  const problem = scanPdf(bytes, maxPages)
  if (problem !== 'protected' || !declaresEncryption(bytes)) return problem ?? bytes
  const { decryptPdf } = await import('./decryptPdf.ts')
  const decrypted = await decryptPdf(bytes)
  return typeof decrypted === 'string' ? decrypted : (scanPdf(decrypted, maxPages) ?? decrypted)
}
