import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { FileKind } from './fileKind.ts'
import { declaresEncryption } from './pdfParts.ts'
import type { FileProblem } from './scanPdf.ts'

// A child process without environment variables and with hard limits, so that a malicious file can only harm this process.
// Input: the file on stdin; arguments: its type by signature, the maximum number of pages, and the memory limit in MB.
// Output: a line of JSON, then the file as it is to be stored.
const [kind, maxPages, maxMb] = process.argv.slice(2) as [FileKind, string, string] // our own process
const maxBytes = Number(maxMb) * 1_000_000
const watch = setInterval(() => process.memoryUsage.rss() > maxBytes && process.kill(process.pid, 'SIGKILL'), 10)

const pieces: Buffer[] = []
for await (const piece of process.stdin as AsyncIterable<Buffer>) pieces.push(piece)
const bytes = Buffer.concat(pieces)
// Decryption blocks the event loop, so a thread watches the memory.
if (kind === 'application/pdf' && declaresEncryption(bytes)) {
  new Worker(join(import.meta.dirname, 'watchMemory.ts'), { workerData: maxBytes }).unref()
}

async function examined(): Promise<{ kind: string; bytes: Buffer } | FileProblem> {
  if (kind === 'application/pdf') {
    const { examinePdf } = await import('./examinePdf.ts')
    const result = await examinePdf(bytes, Number(maxPages))
    return typeof result === 'string' ? result : { kind, bytes: result }
  }
  const { remakeImage } = await import('./remakeImage.ts')
  return remakeImage(bytes, kind)
}

const result = await examined()
clearInterval(watch)
const head = JSON.stringify(typeof result === 'string' ? { problem: result } : { kind: result.kind })
process.stdout.write(typeof result === 'string' ? `${head}\n` : Buffer.concat([Buffer.from(`${head}\n`), result.bytes]))
