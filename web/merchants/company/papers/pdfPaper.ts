import { getDocument, PDFWorker, VerbosityLevel, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PaperLine } from '#domain/merchants/company/paperText'
import { readPdf } from '../pdf/readPdf.ts'
import { startPdfWorker } from '../pdf/startPdfWorker.ts'
import { type OpenedPaper, sizeCanvas } from './openedPaper.ts'

// Everything of the console that needs the PDF parser: one file, loaded when a PDF is opened.

/** The text of a PDF. */
export const pdfLines = async (file: Blob): Promise<PaperLine[]> => readPdf(new Uint8Array(await file.arrayBuffer()), startPdfWorker)

/** Opens a PDF whose pages are drawn. */
export async function openPdf(file: Blob): Promise<OpenedPaper> {
  const port = startPdfWorker()
  const verbosity = VerbosityLevel.ERRORS
  try {
    await isLoaded(port)
    const worker = PDFWorker.create({ port, verbosity })
    const data = new Uint8Array(await file.arrayBuffer())
    const reading = getDocument({ data, worker, verbosity, useWorkerFetch: false, useSystemFonts: true })
    return pagesOf(await reading.promise, () => port.terminate())
  } catch (error) {
    port.terminate()
    throw error
  }
}

/** The worker posts a message when it is loaded. */
function isLoaded(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', () => resolve(), { once: true })
    worker.addEventListener('error', () => reject(new Error('the PDF worker could not be loaded')), { once: true })
  })
}

function pagesOf(document: PDFDocumentProxy, close: () => void): OpenedPaper {
  let drawing: { cancel(): void } | undefined
  return {
    pages: document.numPages,
    async draw(canvas, { page: number, width, turns }) {
      drawing?.cancel()
      const page = await document.getPage(number)
      const rotation = (page.rotate + turns * 90) % 360
      const whole = page.getViewport({ scale: 1, rotation })
      const scale = width / whole.width
      const ratio = sizeCanvas(canvas, width, whole.height * scale)
      const task = page.render({ canvas, viewport: page.getViewport({ scale: scale * ratio, rotation }) })
      drawing = task
      await task.promise.catch((error: Error) => {
        if (error.name !== 'RenderingCancelledException') throw error
      })
    },
    close,
  }
}
