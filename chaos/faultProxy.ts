import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** The faults of the connection; all omitted: none. Shares are 0 to 1. */
export type Fault = {
  /** Each chunk is delayed by so much, in order. */
  delayMs?: number
  /** Bandwidth limit in bytes per second, in each direction of each connection. */
  bytesPerSecond?: number
  /** Nothing passes, neither data nor FIN, as behind a dead firewall: half-open. New connections are accepted and get no data. */
  silent?: boolean
  /** The share of chunks answered by a reset instead. */
  resetShare?: number
  /** The share of responses lost with their connection after the request was processed. */
  lostAnswerShare?: number
  /** The share of COMMITs that end their connection: `before` they reach the database, or `after` it executed them. */
  commitCut?: { share: number; when: 'before' | 'after' }
}

export type FaultProxy = {
  port: number
  /** From now on, also on existing connections. */
  set(fault: Fault): void
  /** How many connections were cut by a fault so far. */
  cuts(): number
  close(): Promise<void>
}

type Line = { near: Socket; far: Socket; losesNextAnswer: boolean }

const commit = Buffer.from('commit\0')
const happens = (share = 0) => Math.random() < share

/** A TCP proxy in front of a server on which faults can be switched on: on this machine, to a port or a socket file. */
export async function openFaultProxy(target: NetConnectOpts): Promise<FaultProxy> {
  let fault: Fault = {}
  let cuts = 0
  const lines = new Set<Line>()
  const end = (line: Line) => {
    if (!lines.delete(line)) return
    line.near.destroy()
    line.far.destroy()
  }
  const cut = (line: Line) => {
    if (!lines.has(line)) return
    cuts += 1
    line.near.resetAndDestroy()
    end(line)
  }

  /** Whether the chunk may pass; a cut connection drops it. */
  function passes(line: Line, piece: Buffer, asking: boolean): boolean {
    if (happens(fault.resetShare)) cut(line)
    else if (asking && fault.commitCut && piece.includes(commit) && happens(fault.commitCut.share)) {
      if (fault.commitCut.when === 'before') cut(line)
      else line.losesNextAnswer = true
    } else if (!asking && (line.losesNextAnswer || happens(fault.lostAnswerShare))) cut(line)
    return lines.has(line)
  }

  async function whileSilent(line: Line): Promise<void> {
    while (fault.silent && lines.has(line)) await sleep(20)
  }

  async function carry(line: Line, from: Socket, to: Socket, asking: boolean): Promise<void> {
    for await (const piece of from as AsyncIterable<Buffer>) {
      await whileSilent(line)
      if (fault.delayMs) await sleep(fault.delayMs)
      if (fault.bytesPerSecond) await sleep((piece.length / fault.bytesPerSecond) * 1_000)
      if (!lines.has(line) || !passes(line, piece, asking)) return
      if (!to.write(piece)) await once(to, 'drain')
    }
  }

  const server = createServer((near) => {
    const far = connect(target)
    const line: Line = { near, far, losesNextAnswer: false }
    lines.add(line)
    const over = async () => {
      await whileSilent(line)
      end(line)
    }
    for (const socket of [near, far]) {
      socket.on('error', over)
      socket.on('close', over)
      if (!('path' in target)) socket.setNoDelay(true)
    }
    carry(line, near, far, true).then(over, over)
    carry(line, far, near, false).then(over, over)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    set: (next) => void (fault = next),
    cuts: () => cuts,
    async close() {
      for (const line of lines) end(line)
      server.close()
      await once(server, 'close')
    },
  }
}
