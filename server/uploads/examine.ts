import type { FileKind } from './fileKind.ts'
import type { FileProblem } from './scanPdf.ts'

// A process of its own, without environment and with a hard end: whatever a file does to whoever reads it, it does here.
// In: the file; as arguments what it is by its first bytes, and the pages that it may have. Out: a line of JSON, then the file as it is kept.
const mostBytes = 190_000_000
const watch = setInterval(() => {
  if (process.memoryUsage.rss() > mostBytes) process.exit(3)
}, 10)

const pieces: Buffer[] = []
for await (const piece of process.stdin as AsyncIterable<Buffer>) pieces.push(piece)
const bytes = Buffer.concat(pieces)
const [kind, mostPages] = process.argv.slice(2) as [FileKind, string] // our own process

async function examined(): Promise<{ kind: string; bytes: Buffer } | FileProblem> {
  if (kind === 'application/pdf') {
    const { scanPdf } = await import('./scanPdf.ts')
    return scanPdf(bytes, Number(mostPages)) ?? { kind, bytes }
  }
  const { remakeImage } = await import('./remakeImage.ts')
  return remakeImage(bytes, kind)
}

const result = await examined()
clearInterval(watch)
const head = JSON.stringify(typeof result === 'string' ? { problem: result } : { kind: result.kind })
process.stdout.write(typeof result === 'string' ? `${head}\n` : Buffer.concat([Buffer.from(`${head}\n`), result.bytes]))
