import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { isHeic } from '#domain/merchants/company/handedFile'
import { fileKind, type FileKind } from './fileKind.ts'
import { saysEncrypted } from './pdfParts.ts'
import type { FileProblem } from './scanPdf.ts'

/** A file as it may be kept. */
export type Inspected = { kind: FileKind; bytes: Buffer }

/** A file that is not taken, and why. */
export class FileRefused extends Error {
  readonly problem: FileProblem
  /** Pages that it might have had. */
  readonly mostPages: number
  constructor(problem: FileProblem, mostPages: number) {
    super(problem)
    this.problem = problem
    this.mostPages = mostPages
  }
}
/** Too many files are being looked at; nothing was done. */
export class InspectionBusy extends Error {}

/** What one file may take, and how many are looked at or wait. A test on a busy machine gives more time. */
export const inspectionLimits = { running: 2, waiting: 12, timeMs: 8_000, decryptingMs: 25_000 }
/** A PDF that is decrypted stands in memory several times over. */
const memory = { usual: { heapMb: 120, allMb: 190 }, decrypting: { heapMb: 256, allMb: 450 } }
const script = join(import.meta.dirname, 'examine.ts')
/** The program's own packages, one of which decrypts. */
const packages = join(import.meta.dirname, '../../../node_modules/*')
let running = 0
const waiting: (() => void)[] = []

/**
 * What a file is, by its content alone, and as it may be kept: images made anew, PDFs as they are when nothing in them acts. Read in another process
 * with little memory and time; whatever ends that process refuses the file. Throws FileRefused or InspectionBusy.
 */
export async function inspectFile(bytes: Buffer, mostPages: number): Promise<Inspected> {
  if (bytes.length === 0) throw new FileRefused('empty', mostPages)
  const kind = fileKind(bytes)
  if (kind === undefined) throw new FileRefused(isHeic(bytes) ? 'heic' : 'kind', mostPages)
  if (running >= inspectionLimits.running) {
    if (waiting.length >= inspectionLimits.waiting) throw new InspectionBusy()
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await examine(bytes, kind, mostPages)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

function examine(bytes: Buffer, kind: FileKind, mostPages: number): Promise<Inspected> {
  // Who reads PDFs may read nothing else on this machine but programs; the decoder of images is native code, which that lock does not hold.
  const locks =
    kind === 'application/pdf'
      ? ['--permission', '--allow-worker', `--allow-fs-read=${import.meta.dirname}/*`, `--allow-fs-read=${packages}`]
      : []
  const decrypts = kind === 'application/pdf' && saysEncrypted(bytes)
  const { heapMb, allMb } = decrypts ? memory.decrypting : memory.usual
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${heapMb}`, '--no-warnings', ...locks, script, kind, String(mostPages), String(allMb)],
    {
      // Windows starts nothing without it.
      env: process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot },
      cwd: import.meta.dirname,
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: decrypts ? inspectionLimits.decryptingMs : inspectionLimits.timeMs,
      killSignal: 'SIGKILL',
    },
  )
  const pieces: Buffer[] = []
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece))
  // It may end before it has read everything.
  child.stdin.on('error', () => {})
  child.stdin.end(bytes)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code !== 0) return reject(new FileRefused(signal === 'SIGKILL' ? 'large' : 'unreadable', mostPages))
      const answer = Buffer.concat(pieces)
      const end = answer.indexOf(10)
      const head = JSON.parse(answer.toString('utf8', 0, end)) as { kind: FileKind } | { problem: FileProblem } // our own process
      if ('problem' in head) reject(new FileRefused(head.problem, mostPages))
      else resolve({ kind: head.kind, bytes: answer.subarray(end + 1) })
    })
  })
}
