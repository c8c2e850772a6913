import { connect } from 'node:net'

// A client that only sends requests and counts, in a separate process so that it takes nothing from the measured server.
// node bench/loadClient.ts <url> <clients> <seconds> <headers as JSON>; prints {"perSecond", "p50", "p99", "bytes", "failed"}.
const [address = '', clients = '1', seconds = '1', headersJson = '{}'] = process.argv.slice(2)
const { hostname, port, pathname, search, host } = new URL(address)
const headers = Object.entries({ host, ...(JSON.parse(headersJson) as Record<string, string>) }).map(
  ([name, value]) => `${name}: ${value}\r\n`,
)
const asking = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${headers.join('')}\r\n`)
const until = performance.now() + Number(seconds) * 1000
const times: number[] = []
let failed = 0
let bytes = 0

/** One keep-alive connection that sends the next request as soon as it got a response, until the time is over. */
async function askOnAndOn(): Promise<void> {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let answered: Buffer = Buffer.alloc(0)
  let sentAt = performance.now()
  socket.write(asking)
  for await (const piece of socket as AsyncIterable<Buffer>) {
    answered = answered.length === 0 ? piece : Buffer.concat([answered, piece])
    const head = answered.indexOf('\r\n\r\n')
    if (head < 0) continue
    const headText = answered.toString('latin1', 0, head)
    const length = Number(/content-length: (\d+)/i.exec(headText)?.[1] ?? 0)
    if (answered.length < head + 4 + length) continue
    if (!headText.startsWith('HTTP/1.1 200')) failed += 1
    bytes = length
    answered = Buffer.alloc(0)
    const now = performance.now()
    times.push(now - sentAt)
    if (now > until) break
    sentAt = now
    socket.write(asking)
  }
  socket.destroy()
}

await Promise.all(Array.from({ length: Number(clients) }, askOnAndOn))
const sorted = times.toSorted((a, b) => a - b)
const share = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
console.log(JSON.stringify({ perSecond: times.length / Number(seconds), p50: share(0.5), p99: share(0.99), bytes, failed }))
