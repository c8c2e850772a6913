import { PDFDocument, PDFInvalidObject, PDFName, PDFStream } from '@cantoo/pdf-lib'
import type { FileProblem } from './scanPdf.ts'

/** Maximum size of a rewritten file, the same as for an upload. */
const maxBytes = 10_000_000

/**
 * Rewrites a PDF without its encryption if it opens without a password: such encryption only restricts what readers may do. The result is what is stored,
 * so that encryption hides nothing from the scan. A file that needs a password is `protected`.
 */
export async function decryptPdf(bytes: Buffer): Promise<Buffer | FileProblem> {
  try {
    const document = await PDFDocument.load(bytes, { password: '', updateMetadata: false, parseSpeed: Infinity })
    for (const [reference, object] of document.context.enumerateIndirectObjects()) {
      // The old cross-reference streams name the encryption, and unreadable objects are still encrypted: neither belongs in the new file.
      const isTable = object instanceof PDFStream && object.dict.get(PDFName.of('Type')) === PDFName.of('XRef')
      if (isTable || object instanceof PDFInvalidObject) document.context.delete(reference)
    }
    const output = await document.save({ objectsPerTick: Infinity, addDefaultPage: false, updateFieldAppearances: false })
    return output.length > maxBytes ? 'large' : Buffer.from(output)
  } catch (error) {
    return (error as Error).message === 'NEEDS PASSWORD' ? 'protected' : 'unreadable'
  }
}
