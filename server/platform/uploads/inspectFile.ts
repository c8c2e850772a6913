import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { isHeic } from '#domain/merchants/company/fileSignature'
import { fileKind, type FileKind } from './fileKind.ts'
import { declaresEncryption } from './pdfParts.ts'
import type { FileProblem } from './scanPdf.ts'

/** A checked file, as it may be stored. */
export type Inspected = { kind: FileKind; bytes: Buffer }

/** A refused file, with the reason. */
export class FileRefused extends Error {
  readonly problem: FileProblem
  /** The maximum number of pages. */
  readonly maxPages: number
  constructor(problem: FileProblem, maxPages: number) {
    super(problem)
    this.problem = problem
    this.maxPages = maxPages
  }
}
/** Too many files are being inspected; nothing was done. */
export class InspectionBusy extends Error {}

/** Time limits of one inspection, and how many run or wait in this process. */
const defaultLimits = { running: 2, waiting: 12, timeMs: 8_000, decryptingMs: 25_000 }
type Limits = typeof defaultLimits
/** Memory limits; decrypting a PDF needs several times its size. */
const memory = { usual: { heapMb: 120, allMb: 190 }, decrypting: { heapMb: 256, allMb: 450 } }
const script = join(import.meta.dirname, 'examine.ts')
/** Our packages, one of which decrypts. */
const packages = join(import.meta.dirname, '../../../node_modules/*')
let running = 0
const waiting: (() => void)[] = []

/**
 * The type of a file by its content, and the bytes that may be stored: images re-encoded, PDFs unchanged if they have no active content. Runs in a child
 * process with limited memory and time; if that process dies, the file is refused. Throws FileRefused or InspectionBusy. `changed`: other limits than the usual ones, for
 * tests on a busy machine.
 */
export async function inspectFile(bytes: Buffer, maxPages: number, changed: Partial<Limits> = {}): Promise<Inspected> {
  const limits = { ...defaultLimits, ...changed }
  if (bytes.length === 0) throw new FileRefused('empty', maxPages)
  const kind = fileKind(bytes)
  if (kind === undefined) throw new FileRefused(isHeic(bytes) ? 'heic' : 'kind', maxPages)
  if (running >= limits.running) {
    if (waiting.length >= limits.waiting) throw new InspectionBusy()
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await examine(bytes, { kind, maxPages, limits })
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

function examine(bytes: Buffer, { kind, maxPages, limits }: { kind: FileKind; maxPages: number; limits: Limits }): Promise<Inspected> {
  // Node's permission model: the PDF process may only read code. The image decoder is native code, to which it does not apply.
  const locks =
    kind === 'application/pdf'
      ? ['--permission', '--allow-worker', `--allow-fs-read=${import.meta.dirname}/*`, `--allow-fs-read=${packages}`]
      : []
  const decrypts = kind === 'application/pdf' && declaresEncryption(bytes)
  const { heapMb, allMb } = decrypts ? memory.decrypting : memory.usual
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${heapMb}`, '--no-warnings', ...locks, script, kind, String(maxPages), String(allMb)],
    {
      // Windows needs it to start a process.
      env: process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot },
      cwd: import.meta.dirname,
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: decrypts ? limits.decryptingMs : limits.timeMs,
      killSignal: 'SIGKILL',
    },
  )
  const pieces: Buffer[] = []
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece))
  // The process may end before it has read everything.
  child.stdin.on('error', () => {})
  child.stdin.end(bytes)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code !== 0) return reject(new FileRefused(signal === 'SIGKILL' ? 'large' : 'unreadable', maxPages))
      const answer = Buffer.concat(pieces)
      const end = answer.indexOf(10)
      const head = JSON.parse(answer.toString('utf8', 0, end)) as { kind: FileKind } | { problem: FileProblem } // our own process
      if ('problem' in head) reject(new FileRefused(head.problem, maxPages))
      else resolve({ kind: head.kind, bytes: answer.subarray(end + 1) })
    })
  })
}
