import { PDFDocument, PDFInvalidObject, PDFName, PDFStream } from '@cantoo/pdf-lib'
import type { FileProblem } from './scanPdf.ts'

/** Bytes that a file may have once it was written anew: as many as a file that is handed in. */
const maxBytes = 10_000_000

/**
 * A PDF written anew without its encryption, when it opens without a password: such a file only limits what its readers may do with it. What is kept is
 * what this returns, so that nothing is hidden by the encryption from whoever looks through it. A file that needs a password is `protected`.
 */
export async function decryptPdf(bytes: Buffer): Promise<Buffer | FileProblem> {
  try {
    const document = await PDFDocument.load(bytes, { password: '', updateMetadata: false, parseSpeed: Infinity })
    for (const [reference, object] of document.context.enumerateIndirectObjects()) {
      // The former tables of objects name the encryption; what cannot be read is still encrypted. Neither is part of the new file.
      const isTable = object instanceof PDFStream && object.dict.get(PDFName.of('Type')) === PDFName.of('XRef')
      if (isTable || object instanceof PDFInvalidObject) document.context.delete(reference)
    }
    const made = await document.save({ objectsPerTick: Infinity, addDefaultPage: false, updateFieldAppearances: false })
    return made.length > maxBytes ? 'large' : Buffer.from(made)
  } catch (error) {
    return (error as Error).message === 'NEEDS PASSWORD' ? 'protected' : 'unreadable'
  }
}
