import { getDocument, PDFWorker, VerbosityLevel, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PaperLine } from '#domain/merchants/company/paperText'
import { joinLines } from './joinLines.ts'
import { runsOf } from './pageText.ts'

/** Pages that are read: what is looked for stands at the beginning. */
const mostPages = 30
/** For how long a file is read, in milliseconds, and how much of it is kept: a file made to be slow ends with the pages that were read by then. */
const mostMs = 4_000
const most = { lines: 5_000, letters: 1_000 }

/**
 * The text of a PDF, line by line with its place, read on this device: nothing of it leaves. Scanned pictures have none; what a font does not explain is
 * left out. Throws nothing: a file that cannot be read, or needs a password, has no lines. The file is parsed in a worker, which is ended with the reading
 * and at the latest after the time limit. The bytes are handed over to it and empty afterwards.
 */
export async function readPdf(bytes: Uint8Array, startWorker: () => Worker): Promise<PaperLine[]> {
  const lines: PaperLine[] = []
  let worker: Worker | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    worker = startWorker()
    await isReady(worker)
    // It begins once the worker is there: a slow connection takes nothing from it.
    const limit = new Promise((resolve) => (timer = setTimeout(resolve, mostMs)))
    await Promise.race([readPages(worker, bytes, lines), limit])
  } catch {
    // The pages that were read before it failed stand.
  } finally {
    clearTimeout(timer)
    worker?.terminate()
  }
  return lines.slice(0, most.lines)
}

/** The worker tells once that it is loaded. */
function isReady(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', () => resolve(), { once: true })
    worker.addEventListener('error', () => reject(new Error('the PDF worker could not be loaded')), { once: true })
  })
}

/** Adds the lines of one page after the other. */
async function readPages(port: Worker, data: Uint8Array, lines: PaperLine[]): Promise<void> {
  const verbosity = VerbosityLevel.ERRORS
  const worker = PDFWorker.create({ port, verbosity })
  // No address of fonts, character maps or decoders is given: text needs none of them, and nothing is fetched.
  const reading = getDocument({ data, worker, verbosity, useWorkerFetch: false, useSystemFonts: false, disableWorkerRendering: true })
  const file = await reading.promise
  const last = Math.min(file.numPages, mostPages)
  for (let number = 1; number <= last && lines.length < most.lines; number += 1)
    // A page that cannot be read has no lines; the others have theirs.
    lines.push(...(await linesOf(file, number).catch(() => [])))
}

async function linesOf(file: PDFDocumentProxy, number: number): Promise<PaperLine[]> {
  const page = await file.getPage(number)
  const { width, height } = page.getViewport({ scale: 1 })
  return joinLines(await runsOf(page)).map((run, index) => ({
    page: number,
    line: index + 1,
    text: run.text.slice(0, most.letters),
    box: { x: run.x / width, y: (run.y - run.size * 0.8) / height, width: run.width / width, height: run.size / height },
    shape: width / height,
  }))
}
