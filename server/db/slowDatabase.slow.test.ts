import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { DatabaseBusy, openDatabase } from './database.ts'
import { sql } from './sql.ts'

it('a database that lets nobody in for five seconds is busy: come back later', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const database = openDatabase({ url: `postgres://u:p@127.0.0.1:${(silent.address() as AddressInfo).port}/d`, connections: 1 })
  const startedAt = performance.now()
  await expect(database.read(null, (db) => db.first(sql`select 1`))).rejects.toBeInstanceOf(DatabaseBusy)
  expect(performance.now() - startedAt).toBeGreaterThan(5_000)
  await database.close()
  for (const socket of sockets) socket.destroy()
  silent.close()
})
