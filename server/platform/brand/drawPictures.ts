import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * A picture to be drawn as a PNG of `width` × `height` pixels. `share`: the part of them that it takes, centred; 1 where left out. `background`: what is under it;
 * transparent where left out.
 */
export type Drawing = { source: string | Buffer; width: number; height: number; share?: number; background?: string }

// Drawn by a short-lived process, which keeps the library's 20 MB out of the server.
const args = ['--no-warnings', join(import.meta.dirname, 'drawProcess.ts')]
const limits = { timeout: 60_000, maxBuffer: 32 * 1024 * 1024 }

const requestOf = (drawings: readonly Drawing[]) =>
  JSON.stringify(drawings.map((drawing) => ({ ...drawing, source: Buffer.from(drawing.source).toString('base64') })))
const drawn = (output: string): Buffer[] => (JSON.parse(output) as string[]).map((png) => Buffer.from(png, 'base64')) // our own process

/** Draws pictures while the server starts. Throws where one cannot be drawn. */
export function drawAtStart(drawings: readonly Drawing[]): Buffer[] {
  const { status, stdout } = spawnSync(process.execPath, args, { ...limits, input: requestOf(drawings), encoding: 'utf8' })
  if (status !== 0) throw new Error('cannot be drawn')
  return drawn(stdout)
}

/** Draws pictures for a request. */
export async function drawPictures(drawings: readonly Drawing[]): Promise<Buffer[]> {
  const running = promisify(execFile)(process.execPath, args, { ...limits, encoding: 'utf8' })
  running.child.stdin?.end(requestOf(drawings))
  return drawn((await running).stdout)
}
