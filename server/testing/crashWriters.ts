import pg from 'pg'
import { connectionOptions } from '../platform/database/productSchema.ts'

// Eight writers in a separate process. A number is printed only after its commit was acknowledged; after a lost
// connection a writer continues with a new number, so that nothing unacknowledged is written twice.
let url = process.argv[2] ?? ''
process.on('message', (message: { url: string }) => (url = message.url))
process.on('disconnect', () => process.exit(0))

async function write(writer: number): Promise<never> {
  for (let number = writer; ;) {
    const client = new pg.Client({ connectionString: url, options: connectionOptions, connectionTimeoutMillis: 1_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      for (; ; number += 8) {
        await client.query('insert into marks (id) values ($1)', [number])
        process.stdout.write(`${number}\n`)
      }
    } catch {
      number += 8
      await client.end().catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}
await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer + 1)))
