import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/testDatabase.ts'
import { openDatabase } from './database.ts'
import { sql } from './sql.ts'
import { withClient } from './withClient.ts'

/** A proxy to PostgreSQL's socket that can stop accepting connections. */
const standIn = `
  const { workerData, parentPort } = require('node:worker_threads')
  const net = require('node:net')
  const server = net.createServer((from) => {
    const to = net.connect(workerData.to)
    from.pipe(to).pipe(from)
    from.on('error', () => to.destroy())
    to.on('error', () => from.destroy())
  })
  server.listen({ path: workerData.path, backlog: 1 }, () => {
    parentPort.postMessage('held')
    Atomics.wait(workerData.gate, 0, 0)
  })`

let database: TestDatabase
let folder: string
let worker: Worker
const gate = new Int32Array(new SharedArrayBuffer(4))
let waiting: Socket[]
/** The database's URI through the socket whose queue is full. */
let url: string

beforeEach(async () => {
  database = await testDatabase()
  folder = mkdtempSync(join(tmpdir(), 'trastienda-queue-'))
  const real = new URL(database.appUrl)
  const host = real.searchParams.get('host') ?? real.hostname
  const path = join(folder, '.s.PGSQL.5432')
  Atomics.store(gate, 0, 0)
  worker = new Worker(standIn, { eval: true, workerData: { path, to: join(host, '.s.PGSQL.5432'), gate } })
  await once(worker, 'message')
  waiting = []
  for (let refused = false; !refused;) {
    const socket = connect(path)
    waiting.push(socket)
    refused = await once(socket, 'connect').then(
      () => false,
      ({ code }: { code?: string }) => code === 'EAGAIN',
    )
  }
  real.searchParams.set('host', folder)
  url = real.href
})
afterEach(async () => {
  for (const socket of waiting) socket.destroy()
  await worker.terminate()
  await database.drop()
  rmSync(folder, { recursive: true })
})

/** Accepts the waiting connections, once `acceptance` was refused for the first time. */
async function acceptLater<T>(acceptance: Promise<T>): Promise<T> {
  await new Promise((resolve) => setTimeout(resolve, 200))
  for (const socket of waiting) socket.destroy()
  Atomics.store(gate, 0, 1)
  Atomics.notify(gate, 0)
  return acceptance
}

it('a setup client waits for a socket whose queue is full', async () => {
  expect((await acceptLater(withClient(url, (client) => client.query('select 1 as one')))).rows).toEqual([{ one: 1 }])
})

it('a request waits for a socket whose queue is full', async () => {
  const open = openDatabase({ url, connections: 2 })
  expect(await acceptLater(open.read(null, (db) => db.first<{ one: number }>(sql`select 1 as one`)))).toEqual({ one: 1 })
  await open.close()
})
