import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { FileKind } from './fileKind.ts'
import { saysEncrypted } from './pdfParts.ts'
import type { FileProblem } from './scanPdf.ts'

// A process of its own, without environment and with a hard end: whatever a file does to whoever reads it, it does here.
// In: the file; as arguments what it is by its first bytes, the pages that it may have, and the memory that it may take.
// Out: a line of JSON, then the file as it is kept.
const [kind, maxPages, maxMb] = process.argv.slice(2) as [FileKind, string, string] // our own process
const maxBytes = Number(maxMb) * 1_000_000
const watch = setInterval(() => process.memoryUsage.rss() > maxBytes && process.kill(process.pid, 'SIGKILL'), 10)

const pieces: Buffer[] = []
for await (const piece of process.stdin as AsyncIterable<Buffer>) pieces.push(piece)
const bytes = Buffer.concat(pieces)
// Decrypting leaves no time between its steps.
if (kind === 'application/pdf' && saysEncrypted(bytes)) {
  new Worker(join(import.meta.dirname, 'watchMemory.ts'), { workerData: maxBytes }).unref()
}

async function examined(): Promise<{ kind: string; bytes: Buffer } | FileProblem> {
  if (kind === 'application/pdf') {
    const { examinePdf } = await import('./examinePdf.ts')
    const made = await examinePdf(bytes, Number(maxPages))
    return typeof made === 'string' ? made : { kind, bytes: made }
  }
  const { remakeImage } = await import('./remakeImage.ts')
  return remakeImage(bytes, kind)
}

const result = await examined()
clearInterval(watch)
const head = JSON.stringify(typeof result === 'string' ? { problem: result } : { kind: result.kind })
process.stdout.write(typeof result === 'string' ? `${head}\n` : Buffer.concat([Buffer.from(`${head}\n`), result.bytes]))
