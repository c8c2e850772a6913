import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { startPdfWorker } from '../../merchants/company/pdf/startPdfWorker.ts'

/** How a page is drawn: its width in CSS pixels before turning, and quarter turns clockwise. */
export type View = { page: number; width: number; turns: number }

/** An opened file: its pages are drawn on a canvas. */
export type OpenedPaper = {
  pages: number
  /** Draws a page; returns false when a later drawing has taken its place. */
  draw(canvas: HTMLCanvasElement, view: View): Promise<void>
  close(): void
}

/** Opens a PDF or a picture. Nothing is fetched: the file's bytes are all that is read. */
export const openPaper = (file: Blob): Promise<OpenedPaper> => (file.type.startsWith('image/') ? openPicture(file) : openPdf(file))

/** A canvas of more pixels is drawn coarser: browsers refuse larger ones. */
const maxPixels = 16_000_000

function sizeCanvas(canvas: HTMLCanvasElement, width: number, height: number): number {
  const wanted = Math.min(devicePixelRatio || 1, 2)
  const ratio = Math.min(wanted, Math.sqrt(maxPixels / (width * height)))
  Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) })
  Object.assign(canvas.style, { width: `${Math.round(width)}px`, height: `${Math.round(height)}px` })
  return ratio
}

async function openPicture(file: Blob): Promise<OpenedPaper> {
  const picture = await createImageBitmap(file)
  return {
    pages: 1,
    async draw(canvas, { width, turns }) {
      const isSideways = turns % 2 === 1
      const scale = width / (isSideways ? picture.height : picture.width)
      const height = (isSideways ? picture.width : picture.height) * scale
      const ratio = sizeCanvas(canvas, width, height)
      const context = canvas.getContext('2d')
      context?.translate(canvas.width / 2, canvas.height / 2)
      context?.rotate((turns * Math.PI) / 2)
      context?.scale(scale * ratio, scale * ratio)
      context?.drawImage(picture, -picture.width / 2, -picture.height / 2)
    },
    close: () => picture.close(),
  }
}

async function openPdf(file: Blob): Promise<OpenedPaper> {
  const { getDocument, PDFWorker, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const port = startPdfWorker()
  const verbosity = VerbosityLevel.ERRORS
  try {
    const worker = PDFWorker.create({ port, verbosity })
    const data = new Uint8Array(await file.arrayBuffer())
    const document = await getDocument({ data, worker, verbosity, useWorkerFetch: false, useSystemFonts: true }).promise
    return pdfPages(document, () => port.terminate())
  } catch (error) {
    port.terminate()
    throw error
  }
}

function pdfPages(document: PDFDocumentProxy, close: () => void): OpenedPaper {
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
