import { connect } from 'node:net'
import type { ClamavAddress } from '../config/virusConfig.ts'

/** Checks files for viruses. */
export type VirusScanner = {
  /** Whether a virus is in it. Rejects with `ScannerUnreachable` when it cannot be told. */
  isInfected(bytes: Buffer): Promise<boolean>
  /** The daemon's version with its signatures'. Rejects with `ScannerUnreachable`. */
  version(): Promise<string>
}

/** ClamAV's daemon does not answer, or not as it should. */
export class ScannerUnreachable extends Error {}

/** How long the daemon may be silent. */
const timeoutMs = 20_000
/** The same for its version, which health checks wait for. */
const versionMs = 2_000
/** An answer is a line. */
const maxAnswer = 4_096

/** A command of the daemon's protocol (clamd(8)), each on a connection of its own: sends its parts and reads the answer. */
function ask(address: ClamavAddress, parts: readonly Buffer[], waitMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(address)
    const fail = (why: string, cause?: unknown) => {
      socket.destroy()
      reject(new ScannerUnreachable(`ClamAV's daemon ${why}`, { cause }))
    }
    let answer = ''
    socket.setTimeout(waitMs, () => fail('is silent'))
    socket.on('error', (error) => fail('cannot be reached', error))
    socket.on('data', (data) => {
      answer += data.toString('latin1')
      if (answer.length > maxAnswer) fail('answers too much')
    })
    socket.on('close', () => (answer === '' ? fail('closed the connection') : resolve(answer.replaceAll('\0', '').trim())))
    for (const part of parts) socket.write(part)
  })
}

const sizeOf = (bytes: Buffer): Buffer => {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(bytes.length)
  return size
}

/** ClamAV's daemon. A file is sent as a stream (INSTREAM): the daemon needs no access to our disk. */
export const clamavScanner = (address: ClamavAddress, waitMs = timeoutMs): VirusScanner => ({
  async isInfected(bytes) {
    const answer = await ask(address, [Buffer.from('zINSTREAM\0'), sizeOf(bytes), bytes, sizeOf(Buffer.alloc(0))], waitMs)
    if (answer === 'stream: OK') return false
    if (/^stream: .+ FOUND$/.test(answer)) return true
    throw new ScannerUnreachable(`ClamAV's daemon answered ${JSON.stringify(answer.slice(0, 100))}`)
  },
  version: () => ask(address, [Buffer.from('zVERSION\0')], Math.min(waitMs, versionMs)),
})
