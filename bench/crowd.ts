import { randomUUID } from 'node:crypto'
import { request, signIn } from './bigShop.ts'
import { openLoop, type Lane } from './openLoop.ts'
import type { Crowd } from './startCrowd.ts'

// Owners of many accounts who list, refund, capture and export at fixed rates, in a separate process.
// node bench/crowd.ts <options as JSON, see startCrowd.ts>; prints "ready", then the results of each lane as JSON. SIGTERM ends it early.
const { address, owners, seconds, rates } = JSON.parse(process.argv[2] ?? '') as Crowd

type Row = { id: string; status_reason: string | null }
type Shop = { owner: Owner; orders: string; paying: string[]; open: string[] }
type Owner = { email: string; session: Promise<Record<string, string>>; since: number }
/** An access token lasts ten minutes. */
const sessionMs = 6 * 60_000

async function call(owner: Owner, method: string, path: string, body?: object, key?: string): Promise<string> {
  if (performance.now() - owner.since > sessionMs) {
    owner.since = performance.now()
    owner.session = signIn(address, owner.email)
  }
  const session = await owner.session
  const { status, text } = await request(address + path, method, body, key ? { ...session, 'idempotency-key': key } : session)
  if (status >= 300) throw new Error(`${method} ${path.replace(/[0-9a-f]{32}/g, '…')}: ${status} ${text.slice(0, 200)}`)
  return text
}

/** Spread over the lifetime of a session, so that not all sign in again at once. */
const open = (email: string, nth: number): Owner => ({
  email,
  session: signIn(address, email),
  since: performance.now() - (sessionMs * nth) / owners.length,
})

async function shopsOf(owner: Owner): Promise<Shop[]> {
  const merchants = JSON.parse(await call(owner, 'GET', '/v2/merchants')) as { id: string }[]
  const shops: Shop[] = []
  for (const { id } of merchants) {
    const orders = `/v2/merchants/${id}/orders`
    const rows = async (filter: string) => (JSON.parse(await call(owner, 'GET', `${orders}?${filter}`)) as { results: Row[] }).results
    // After a refund of one euro there is enough for the next, and recent purchases can be refunded.
    const paying = await rows(`substatus=payment_process&min_amount=30000&from=${lately}`)
    const waiting = (await rows('substatus=pending_merchant')).filter((row) => row.status_reason === 'capture_required')
    shops.push({ owner, orders, paying: paying.map((row) => row.id), open: waiting.map((row) => row.id) })
  }
  return shops
}

const lately = new Date(Date.now() - 150 * 86_400_000).toISOString().slice(0, 10)
const randomOf = <T>(list: readonly T[]): T => {
  const found = list[Math.floor(Math.random() * list.length)]
  if (found === undefined) throw new Error('nothing to choose from')
  return found
}
const filters = [
  '',
  '',
  '?status=accepted',
  '?substatus=payment_process',
  '?min_amount=10000&max_amount=50000',
  '?page=2',
  '?channel=in_store',
]

let refused = 0
/** Refunds or captures one euro of one of these operations; an operation that ended meanwhile is counted and not used again. */
async function move({ owner, orders }: Shop, ids: string[], verb: 'refund' | 'captures'): Promise<void> {
  const id = randomOf(ids)
  try {
    await call(owner, 'POST', `${orders}/${id}/${verb}`, { amount: 100 }, randomUUID())
  } catch (error) {
    if (!/"((Refund|Capture)(NotAllowed|AmountExceeded))"/.test((error as Error).message)) throw error
    refused += 1
    if (ids.length > 1) ids.splice(ids.indexOf(id), 1)
  }
}

const people: Owner[] = []
for (const [nth, email] of owners.entries()) {
  const owner = open(email, nth)
  await owner.session
  people.push(owner)
}
const shops = (await Promise.all(people.map(shopsOf))).flat()
const [first, ...others] = shops
if (!first) throw new Error('the owners have no shop')
const refundable = shops.filter(({ paying }) => paying.length > 0)
const capturable = shops.filter(({ open: waiting }) => waiting.length > 0)
// The first shop has most of the operations: its members send more requests.
const anyone = () => (Math.random() < 0.2 ? first : randomOf(shops))
let captured = 0
const asks: Record<keyof Crowd['rates'], Lane['ask']> = {
  list: async () => {
    const shop = anyone()
    await call(shop.owner, 'GET', shop.orders + randomOf(filters))
  },
  write: async (nth) => {
    // One in ten is a capture of one euro, of a partly captured operation; each client uses a few of them.
    const shop = nth % 10 === 0 && capturable.length > 0 ? capturable[captured++ % capturable.length] : undefined
    const refunding = randomOf(refundable)
    await (shop ? move(shop, shop.open, 'captures') : move(refunding, refunding.paying, 'refund'))
  },
  export: async () => {
    const { owner, orders } = randomOf(others.length > 0 ? others : shops)
    await call(owner, 'GET', `${orders}/download?format=csv`)
  },
}
console.log('ready')
const lanes = (Object.entries(rates) as [keyof Crowd['rates'], number][])
  .filter(([, perSecond]) => perSecond > 0)
  .map(([name, perSecond]) => ({ name, perSecond, ask: asks[name] }))
const stopped = new AbortController()
process.once('SIGTERM', () => stopped.abort())
const reports = await openLoop(lanes, seconds, stopped.signal)
console.log(JSON.stringify(reports.map((one) => (one.name === 'write' ? { ...one, refused } : one))))
process.exit(0)
