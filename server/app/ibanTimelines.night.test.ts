import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRuns } from '#domain/testing/testRuns'
import { addDays, localDate, madridDay } from '#domain/platform/dates'
import { spanishIban } from '#domain/money/iban'
import { atTerminal } from '../platform/calls/providerChange.ts'
import { moveAccounts } from '../merchants/ibans/moveAccounts.ts'
import { review, type Verdict } from '../merchants/ibans/review.ts'
import { enter, HOUR, writeOwnersAndAccounts, oldIban } from '../testing/ibans/testChange.ts'
import { settle } from '../money/settlements/settle.ts'
import { ids } from '../testing/testFixture.ts'
import { startTestServer, type TestServer, type TestSession } from '../testing/testServices.ts'
import { hexOf } from '../platform/calls/wire.ts'

// Bank accounts and settlements over random histories: whatever members, attackers and the clock do in any order, no payment
// goes to an account before its time, or to one whose change was stopped. The expected state is computed here independently.
const requested = Number(process.env.TIMELINES ?? testRuns(120, 6))
const shopsOf = { a: 25, b: 25 } as const
const days = 220
const start = '2026-01-05'

type Life = {
  iban: string
  id: string
  requester: string
  createdAt: number
  newDevice: boolean
  needsSecond: boolean
  confirmed: boolean
  reviewed: boolean
  second: string | null
  effectiveAt: number | null
  endedAt: number | null
}
type Shop = { id: string; side: 'a' | 'b'; paid: string; life: Life | null; past: Life[] }

let server: TestServer
const shops: Shop[] = []
const passwordChanges: { email: string; at: number }[] = []
const owners = { a: ['owner@a.test', 'second@a.test'], b: ['owner@b.test'] } as const
const userIds = new Map<string, string>()
let uploadId = ''

/** A fixed seed. */
let seed = 20_260_722
const random = () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32
  return seed / 2 ** 32
}
const chance = (probability: number) => random() < probability
const oneOf = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)] as T // never empty here

beforeAll(async () => {
  server = await startTestServer({ now: new Date(`${start}T09:00:00Z`), proved: false })
  await writeOwnersAndAccounts(server)
  for (const row of await server.ownerSql<{ id: string; email: string }>('select id, email from users')) userIds.set(row.email, row.id)
  for (const side of ['a', 'b'] as const)
    for (let nth = 0; nth < shopsOf[side]; nth += 1)
      shops.push({
        id: `01900000-0000-7000-8000-00000001${side}${String(nth).padStart(3, '0')}`,
        side,
        paid: oldIban,
        life: null,
        past: [],
      })
  await server.ownerSql(
    `insert into merchants (id, account_id, name, status, created_at, live_on, bank_account_id) select s.id, s.account, 'Tienda', 'active', $4, $4, (select b.id from bank_accounts b where b.account_id = s.account order by b.id limit 1)
     from unnest($1::uuid[], $2::uuid[]) s (id, account) where $3 = $3`,
    [shops.map(({ id }) => id), shops.map(({ side }) => (side === 'a' ? ids.accountA : ids.accountB)), 1, new Date('2025-06-03T10:00:00Z')],
  )
  await server.ownerSql(`begin; set local session_replication_role = replica;
    insert into operations (merchant_id, mode, id, mid, substatus, channel, product, capture_mode, total_cents, captured_cents, num_instalments, tin_bps, tae_bps, fee_bps, fee_fixed_cents,
      vat_bps, reference_tin_bps, first_name, last_name, email, search_text, created_at, last_captured_at, settlement_status)
    select m.id, 'live', gen_random_uuid(), 'P', 'payment_process', 'online', 'instalments', 'automatic', 5001, 5000, 3, 0, 0, 250, 30, 2100, 0, 'Ana', 'Mora', 'ana@mora.test', '', at, at, 'pending'
    from merchants m, generate_series(timestamptz '${start} 09:00Z', timestamptz '${start} 09:00Z' + interval '${days} days', interval '1 day') at where m.name = 'Tienda';
    insert into settlement_lines (merchant_id, mode, id, operation_id, kind, gross_cents, fee_cents, vat_cents, subsidy_cents, net_cents, occurred_at, value_on)
    select merchant_id, mode, gen_random_uuid(), id, 'order', 5000, 0, 0, 0, 5000, created_at, created_at::date + 1 from operations where mid = 'P'; commit`)
  const [upload] = await server.ownerSql<{ id: string }>(
    `insert into uploads (id, account_id, user_id, purpose, file_name, media_type, bytes, sha256, created_at)
     select gen_random_uuid(), account_id, id, 'iban_certificate', 'x.pdf', 'application/pdf', 'x', sha256('x'), now() from members where email = 'owner@a.test' returning id`,
  )
  uploadId = upload?.id ?? ''
})
afterAll(() => server.close())

const now = () => server.services.now().getTime()
let number = 0

/** A requested change, as `create` writes it; files are tested elsewhere. */
async function begin(shop: Shop): Promise<void> {
  number += 1
  const requester = oneOf(owners[shop.side])
  const life: Life = {
    iban: spanishIban('2100', '0418', String(number).padStart(10, '0')),
    id: `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    requester,
    createdAt: now(),
    newDevice: chance(0.3),
    needsSecond: shop.side === 'a',
    confirmed: false,
    reviewed: false,
    second: null,
    effectiveAt: null,
    endedAt: null,
  }
  await server.ownerSql(
    `insert into bank_accounts (id, account_id, merchant_id, iban, holder_name, state, upload_id, previous_id, requested_by, new_device, created_at)
     select $1, m.account_id, m.id, $2, 'Titular', 'unconfirmed', $3, m.bank_account_id, $4, $5, $6 from merchants m where m.id = $7`,
    [life.id, life.iban, uploadId, userIds.get(requester), life.newDevice, new Date(life.createdAt), shop.id],
  )
  shop.life = life
}

type People = Map<string, TestSession>

/** A new session with step-up. */
async function entered(email: string): Promise<TestSession> {
  const session = await enter(server, email)
  await server.call('meStepUp', { body: { password: 'Una clave de prueba 7' }, as: session })
  return session
}

/** One action, allowed or not; the expected state is updated with it. */
async function act(shop: Shop, life: Life, people: People): Promise<void> {
  const params = { merchantId: hexOf(shop.id), ibanId: hexOf(life.id) }
  const somebody = oneOf(owners[shop.side])
  const as = people.get(somebody)
  const isOpen = life.endedAt === null && (life.effectiveAt === null || now() < life.effectiveAt)
  const end = () => {
    life.endedAt = now()
  }
  const reviewed = (verdict: Verdict) =>
    atTerminal(server.services.database, (db, by) => review(db, life.id, verdict, { by, now: server.services.now() }))
  // Most histories continue; most changes in cooling-off are left alone.
  const event = life.confirmed || chance(0.5) ? random() : 0
  if (event < 0.3) {
    const { status } = await server.call('ibanConfirm', { params, as })
    const may = isOpen && !life.confirmed && somebody === life.requester
    expect(status).toBe(may ? 200 : 409)
    if (may) life.confirmed = true
  } else if (event < 0.55) {
    const refusal = await reviewed({ approved: true })
    const may = isOpen && life.confirmed && !life.reviewed
    expect(refusal === null).toBe(may)
    if (may) life.reviewed = true
  } else if (event < 0.8) {
    const { status } = await server.call('ibanApprove', { params, as })
    const may = isOpen && life.confirmed && life.needsSecond && life.second === null && somebody !== life.requester
    expect(status).toBe(may ? 200 : 409)
    if (may) life.second = somebody
  } else if (event < 0.85) {
    if (!isOpen) return
    await server.call('ibanCancel', { params, as })
    end()
  } else if (event < 0.9) {
    const token = server.services.tokens.linkOf('iban_stop', life.id, 0)
    const { status } = await server.call('ibanFreeze', { body: { ibanId: params.ibanId, token } })
    expect([200, 410]).toContain(status)
    // The requester was signed out everywhere.
    if (status === 200) people.set(life.requester, await entered(life.requester))
    if (isOpen && life.confirmed) {
      expect(status).toBe(200)
      end()
    }
  } else if (event < 0.93) {
    const refusal = await reviewed({ approved: false, reason: 'No.' })
    expect(refusal === null).toBe(isOpen && life.confirmed)
    if (refusal === null) end()
  } else {
    await server.ownerSql(
      `insert into password_history (user_id, password_hash, replaced_at) values ($1, 'x', $2) on conflict do nothing`,
      [userIds.get(somebody), server.services.now()],
    )
    passwordChanges.push({ email: somebody, at: now() })
  }
  if (
    life.endedAt === null &&
    life.effectiveAt === null &&
    life.confirmed &&
    life.reviewed &&
    (life.second !== null || !life.needsSecond)
  ) {
    const late = passwordChanges.some(
      ({ email, at }) => [life.requester, life.second].includes(email) && at > life.createdAt - 7 * 24 * HOUR,
    )
    life.effectiveAt = now() + (late ? 7 * 24 : 72) * HOUR
  }
}

/** Applies what is due to the expected state. */
function reckon(shop: Shop): void {
  const { life } = shop
  if (!life) return
  if (life.endedAt === null && !life.confirmed && now() - life.createdAt >= 24 * HOUR) life.endedAt = now()
  const isPaid = life.endedAt === null && life.effectiveAt !== null && life.effectiveAt <= now()
  if (isPaid) shop.paid = life.iban
  if (isPaid || life.endedAt !== null) {
    shop.past.push(life)
    shop.life = null
  }
}

const isPaused = ({ life }: Shop) => life !== null && life.newDevice && life.effectiveAt !== null && life.endedAt === null

it(`pays nobody before their time in ${requested} lives of a change`, async () => {
  const last = addDays(localDate(start), days - 2)
  const wrong: string[] = []
  let payments = 0
  let toNew = 0
  let confirmedCount = 0
  while ((number < requested || shops.some(({ life }) => life)) && madridDay(server.services.now()) < last) {
    server.moveClock((2 + random() * 9) * HOUR)
    await moveAccounts(server.services)
    shops.forEach(reckon)
    const people: People = new Map()
    for (const email of [...owners.a, ...owners.b]) people.set(email, await entered(email))
    for (const shop of shops) {
      if (!shop.life && chance(0.5) && number < requested) await begin(shop)
      for (let times = 0; times < 2; times += 1)
        if (shop.life && chance(shop.life.effectiveAt === null ? 0.6 : 0.05)) await act(shop, shop.life, people)
    }
    await settle(server.services)
    // Not sent in this test: each is checked once.
    const payouts = await server.ownerSql<{ merchant_id: string; iban: string }>(
      `update payouts set attempts = 1 where attempts = 0 returning merchant_id, iban`,
    )
    for (const { merchant_id: merchantId, iban } of payouts) {
      const shop = shops.find(({ id }) => id === merchantId)
      if (!shop) continue
      payments += 1
      if (iban !== oldIban) toNew += 1
      if (iban !== shop.paid)
        wrong.push(`${new Date(now()).toISOString()} ${merchantId} paid to ${iban.slice(-4)}, not ${shop.paid.slice(-4)}`)
      if (isPaused(shop)) wrong.push(`${new Date(now()).toISOString()} ${merchantId} paid while payments were paused`)
    }
    confirmedCount += shops.filter(isPaused).length
  }
  expect(wrong).toEqual([])
  // Payments held by a pause are sent once it is over: nothing due is waiting.
  await settle(server.services)
  const waiting = await server.ownerSql<{ merchant_id: string }>(
    `select s.merchant_id from settlements s where s.mode = 'live' and s.status = 'closed' and s.net_cents > 0 and not exists (select from payouts p where p.settlement_id = s.id)`,
  )
  expect(waiting.filter(({ merchant_id: merchantId }) => !shops.some((shop) => shop.id === merchantId && isPaused(shop)))).toEqual([])
  const lives = shops.flatMap(({ past, life }) => [...past, ...(life ? [life] : [])])
  const paid = lives.filter(({ effectiveAt, endedAt }) => effectiveAt !== null && endedAt === null && effectiveAt <= now()).length
  // The run covers histories of every kind, payments to both accounts, and pauses.
  expect([
    lives.length >= requested,
    paid > requested / 10,
    payments > requested,
    toNew > requested / 4,
    confirmedCount > requested / 20,
  ]).toEqual(Array(5).fill(true))
  console.log(JSON.stringify({ lives: lives.length, paid, payments, toNew, pausedSteps: confirmedCount, early: wrong.length }))
})
