import { saysEncrypted } from './pdfParts.ts'
import { scanPdf, type FileProblem } from './scanPdf.ts'

/** A PDF as it is kept: as it came, or without an encryption that needs no password. What is kept is what was looked through. */
export async function examinePdf(bytes: Buffer, maxPages: number): Promise<Buffer | FileProblem> {
  const problem = scanPdf(bytes, maxPages)
  if (problem !== 'protected' || !saysEncrypted(bytes)) return problem ?? bytes
  const { decryptPdf } = await import('./decryptPdf.ts')
  const decrypted = await decryptPdf(bytes)
  return typeof decrypted === 'string' ? decrypted : (scanPdf(decrypted, maxPages) ?? decrypted)
}
