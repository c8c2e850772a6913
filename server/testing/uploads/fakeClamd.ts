import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** In two pieces, so that virus scanners do not flag this file. */
export const eicar = Buffer.from(`X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR-STANDARD-ANTIVIRUS'}-TEST-FILE!$H+H*`)

export type FakeClamd = {
  port: number
  /** How it treats the next connections: as ClamAV's daemon does, or not. */
  behave(how: 'well' | 'silent' | 'error' | 'closes'): void
  close(): Promise<void>
}

/** The part of ClamAV's protocol (clamd(8)) that we use, on 127.0.0.1. It finds the EICAR test file alone. */
export async function startFakeClamd(): Promise<FakeClamd> {
  let how: Parameters<FakeClamd['behave']>[0] = 'well'
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    if (how === 'closes') return socket.destroy()
    let read = Buffer.alloc(0)
    socket.on('data', (data) => {
      read = Buffer.concat([read, data])
      const answer = how === 'silent' ? null : answerTo(read)
      if (answer !== null) socket.end(`${how === 'error' ? 'INSTREAM size limit exceeded. ERROR' : answer}\0`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port, // a TCP server
    behave: (next) => void (how = next),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The answer once the command is complete, else null. */
function answerTo(read: Buffer): string | null {
  const end = read.indexOf(0)
  if (end < 0) return null
  const command = read.toString('latin1', 0, end)
  if (command === 'zVERSION') return 'ClamAV 1.4.3/27800/Thu Nov 26 10:00:00 2026'
  if (command !== 'zINSTREAM') return 'UNKNOWN COMMAND'
  const chunks: Buffer[] = []
  for (let at = end + 1; at + 4 <= read.length;) {
    const size = read.readUInt32BE(at)
    if (size === 0) return Buffer.concat(chunks).includes(eicar) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK'
    chunks.push(read.subarray(at + 4, at + 4 + size))
    at += 4 + size
  }
  return null
}
