import { getDocument, PDFWorker, VerbosityLevel, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PaperLine } from '#domain/merchants/company/paperText'
import { joinLines } from './joinLines.ts'
import { runsOf } from './pageText.ts'

/** Maximum number of pages: the relevant text is at the beginning. */
const maxPages = 30
/** Time limit in milliseconds and maximum text: a file made to be slow returns the pages read by then. */
const maxMs = 4_000
const limits = { lines: 5_000, letters: 1_000 }

/**
 * The text of a PDF, line by line with positions, read on this device only. Scanned images have no text; characters without a mapping in the font are
 * left out. Never rejects: a file that cannot be read, or needs a password, has no lines. The file is parsed in a worker, which is terminated afterwards
 * and at the latest at the time limit. The bytes are transferred to it, so the caller’s buffer is empty afterwards.
 */
export async function readPdf(bytes: Uint8Array, startWorker: () => Worker): Promise<PaperLine[]> {
  const lines: PaperLine[] = []
  let worker: Worker | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    worker = startWorker()
    await isReady(worker)
    // The time limit starts once the worker is loaded, so that a slow connection does not shorten it.
    const limit = new Promise((resolve) => (timer = setTimeout(resolve, maxMs)))
    await Promise.race([readPages(worker, bytes, lines), limit])
  } catch {
    // The pages read before it failed are kept.
  } finally {
    clearTimeout(timer)
    worker?.terminate()
  }
  return lines.slice(0, limits.lines)
}

/** The worker posts one message when it is loaded. */
function isReady(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', () => resolve(), { once: true })
    worker.addEventListener('error', () => reject(new Error('the PDF worker could not be loaded')), { once: true })
  })
}

/** Adds the lines of each page in turn. */
async function readPages(port: Worker, data: Uint8Array, lines: PaperLine[]): Promise<void> {
  const verbosity = VerbosityLevel.ERRORS
  const worker = PDFWorker.create({ port, verbosity })
  // No URL of fonts, CMaps or decoders is given: text needs none of them, and nothing is fetched.
  const reading = getDocument({ data, worker, verbosity, useWorkerFetch: false, useSystemFonts: false, disableWorkerRendering: true })
  const file = await reading.promise
  const last = Math.min(file.numPages, maxPages)
  for (let number = 1; number <= last && lines.length < limits.lines; number += 1)
    // An unreadable page has no lines; the others keep theirs.
    lines.push(...(await linesOf(file, number).catch(() => [])))
}

async function linesOf(file: PDFDocumentProxy, number: number): Promise<PaperLine[]> {
  const page = await file.getPage(number)
  const { width, height } = page.getViewport({ scale: 1 })
  return joinLines(await runsOf(page)).map((run, index) => ({
    page: number,
    line: index + 1,
    text: run.text.slice(0, limits.letters),
    box: { x: run.x / width, y: (run.y - run.size * 0.8) / height, width: run.width / width, height: run.size / height },
    shape: width / height,
  }))
}
