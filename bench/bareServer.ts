import { createServer } from 'node:http'
import pg from 'pg'
import { connectionOptions } from '../server/platform/database/productSchema.ts'

// The minimal server that can answer a list: one statement on a pool, its text passed on. No session, no roles, no routes, no security headers.
// node bench/bareServer.ts <database> <connections> <statement as JSON {name, text, values}> <scope as JSON [merchant, mode]>
const [connectionString = '', connections = '1', statement = '{}', scope = '[]'] = process.argv.slice(2)
const query = JSON.parse(statement) as { name: string; text: string; values: unknown[] }
const [merchantId, mode] = JSON.parse(scope) as string[]
const pool = new pg.Pool({
  connectionString,
  max: Number(connections),
  pipeline: true,
  options: `${connectionOptions} -c plan_cache_mode=force_generic_plan -c app.merchant_id=${merchantId} -c app.mode=${mode}`,
})
const server = createServer((_request, response) => {
  pool.query<{ json: string }>({ ...query }).then(
    ({ rows: [row] }) => {
      response.setHeader('content-type', 'application/json')
      response.end(row?.json)
    },
    () => response.writeHead(500).end(),
  )
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port))
process.once('disconnect', () => process.exit(0))
