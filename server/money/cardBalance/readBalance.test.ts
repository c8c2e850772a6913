import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BalanceMovement } from '#domain/money/cardBalance'
import { type BalanceFixture, balanceTroubles, expectedKind, startBalanceFixture } from '../../testing/cardBalance/balanceFixture.ts'
import { brokenBooks } from '../../testing/operations/testBooks.ts'
import { addStaff, callConsole } from '../../testing/provider/testStaff.ts'
import { readBalance } from './readBalance.ts'

let fixture: BalanceFixture
beforeAll(async () => {
  fixture = await startBalanceFixture()
})
afterAll(() => fixture.close())

const read = () => readBalance(fixture.server.services)
const provenBooks = async () => expect(await brokenBooks(fixture.server.database.ownerUrl)).toEqual([])
const days = () =>
  fixture.server.ownerSql<{
    day: string
    movements: number
    charges: number
    fees: number
    payouts: number
    ledger: number
    is_read: boolean
  }>(
    `select day::text, movements, charges_cents::int as charges, fees_cents::int as fees, payouts_cents::int as payouts, ledger_cents::int as ledger, compared_at is not null as is_read
     from card_balance_days order by day`,
  )
const named = (kind: string, { about }: BalanceMovement) => `${kind} ${about?.type} ${about?.id}`

it('begins with the first whole day, and reads each once it has been over for hours', async () => {
  // Sold before the comparison began: whatever the card provider says of it, it is left out.
  const [early] = await fixture.sell(1)
  if (early) fixture.trouble(early, 'doubled')
  expect([await read(), await days()]).toMatchObject([0, [{ day: '2026-11-19', is_read: false }]])
  fixture.nextMorning()
  await fixture.sell(2)
  fixture.listed.push({ ...own, reference: 'po_1', kind: 'payout', amountCents: -5_000, at: fixture.server.services.now() })
  expect(await read()).toBe(0)
  fixture.nextMorning()
  expect(await read()).toBe(1)
  expect((await days())[0]).toEqual({
    day: '2026-11-19',
    movements: 5,
    charges: 8_000,
    fees: -212,
    payouts: -5_000,
    ledger: 8_000,
    is_read: true,
  })
  expect(await fixture.differences()).toEqual([])
  await provenBooks()
})

/** A movement about nothing of ours. */
const own = { about: null, merchantId: null, operationId: null, feeCents: 0, currency: 'eur' }

it('reports what the card provider says otherwise, and nothing else; a late movement settles it; read twice, nothing changes', async () => {
  const moved = await fixture.sell(balanceTroubles.length + 2)
  const troubled = balanceTroubles.map((trouble, nth) => ({ trouble, movement: moved[2 * nth] as BalanceMovement })) // two for each operation
  // An operation of which the card provider has nothing at all.
  for (const movement of moved.slice(2 * balanceTroubles.length, -2)) troubled.push({ trouble: 'lost', movement })
  for (const { trouble, movement } of troubled) fixture.trouble(movement, trouble)
  const at = fixture.server.services.now()
  const stray = { ...own, reference: 'txn_stray', kind: 'charge' as const, amountCents: 1_234, at }
  const unknown = { ...(moved.at(-1) as BalanceMovement), reference: 'txn_unknown', about: { type: 'refund' as const, id: randomUUID() } }
  const disputed = {
    ...own,
    reference: 'txn_dispute',
    kind: 'dispute' as const,
    about: { type: 'dispute' as const, id: 'du_1' },
    amountCents: -900,
    at,
  }
  fixture.listed.push(stray, unknown, disputed)
  const expected = [
    ...troubled.map(({ trouble, movement }) => named(expectedKind[trouble], movement)),
    'missing_here movement txn_stray',
    named('missing_here', unknown),
    'missing_here dispute du_1',
  ].toSorted()
  fixture.nextMorning()
  expect(await read()).toBe(1)
  expect(await fixture.differences()).toEqual(expected)
  const rows = await fixture.rows()
  const sides = (kind: string) => rows.filter((row) => row.kind === kind).map(({ ours, theirs: provider }) => [ours, provider])
  expect([sides('missing_there'), sides('amount').toSorted()]).toEqual([
    Array.from({ length: 4 }, () => [2_000, null]),
    [
      [2_000, 1_999],
      [2_000, 4_000],
    ],
  ])
  await provenBooks()
  // The same day again, as after an interruption.
  await fixture.server.ownerSql(`update card_balance_days set compared_at = null where day = '2026-11-20'`)
  await read()
  expect([await fixture.rows(), (await days())[1]?.movements]).toEqual([rows, moved.length])
  fixture.come()
  fixture.nextMorning()
  await read()
  const late = troubled.find(({ trouble }) => trouble === 'late')
  expect(await fixture.differences('open')).toEqual(expected.filter((one) => late && one !== named('missing_there', late.movement)))
  await provenBooks()
})

it('is a task for finance, which says what became of it; the same difference does not come back', async () => {
  const fina = await addStaff(fixture.server, ['finance'])
  const before = (await callConsole(fixture.server, 'consoleWork', { as: fina, query: { kind: 'card_difference' } })).body.items
  const { body } = await callConsole(fixture.server, 'consoleCardBalance', { as: fina })
  const difference = body.differences.find(({ kind }) => kind === 'amount')
  expect([before.length, body.open]).toEqual([body.differences.length, body.differences.length])
  expect(difference?.movements.length).toBeGreaterThan(0)
  const resolve = (as: typeof fina, reason = 'El proveedor lo corrige mañana.') =>
    callConsole(fixture.server, 'consoleCardDifferenceResolve', { as, params: { differenceId: difference?.id ?? '' }, body: { reason } })
  expect((await resolve(await addStaff(fixture.server, ['support']))).status).toBe(403)
  expect([(await resolve(fina)).status, (await resolve(fina)).status]).toEqual([204, 409])
  const after = (await callConsole(fixture.server, 'consoleWork', { as: fina, query: { kind: 'card_difference' } })).body.items
  expect(after.map(({ id }) => id).toSorted()).toEqual(
    before
      .map(({ id }) => id)
      .filter((id) => id !== difference?.id)
      .toSorted(),
  )
  const { body: closed } = await callConsole(fixture.server, 'consoleCardBalance', { as: fina, query: { list: 'closed' } })
  expect(closed.differences.find(({ id }) => id === difference?.id)).toMatchObject({
    note: 'El proveedor lo corrige mañana.',
    resolvedBy: expect.any(String),
  })
  const entries = await fixture.server.ownerSql(
    `select from audit_entries where entity = 'card_difference' and replace(entity_id::text, '-', '') = $1`,
    [difference?.id],
  )
  expect(entries).toHaveLength(1)
  await fixture.server.ownerSql(`update card_balance_days set compared_at = null where day = '2026-11-20'`)
  await read()
  expect((await callConsole(fixture.server, 'consoleCardBalance', { as: fina })).body.open).toBe(body.open - 1)
})

it('finds what only the ledger says otherwise', async () => {
  const [first] = await fixture.sell(1)
  await fixture.server.ownerSql(
    `with j as (insert into ledger_journals (merchant_id, mode, id, kind, operation_id, currency, at)
        values ($1, 'live', $2, 'instalment', $3, 'EUR', $4) returning merchant_id, mode, id, at),
      l (account, cents) as (values ('cash', 7), ('interest_income', -7)),
      days as (insert into ledger_day_entries (merchant_id, day, kind, account, amount_cents)
        select j.merchant_id, (j.at at time zone 'Europe/Madrid')::date, 'instalment', l.account, l.cents from j, l)
      insert into ledger_lines (merchant_id, mode, journal_id, account, amount_cents) select j.merchant_id, j.mode, j.id, l.account, l.cents from j, l`,
    [first?.merchantId, randomUUID(), first?.operationId, fixture.server.services.now()],
  )
  fixture.nextMorning()
  await read()
  expect((await fixture.rows()).filter(({ kind }) => kind === 'ledger')).toMatchObject([
    { about: 'operation', about_id: first?.operationId, ours: 4_007, theirs: 4_000 },
  ])
})

it('leaves a card provider alone that does not report its balance', async () => {
  const { services } = fixture.server
  const before = [await fixture.rows(), await days()]
  fixture.nextMorning()
  const fina = await addStaff(fixture.server, ['finance'])
  const isReported = async () => (await callConsole(fixture.server, 'consoleCardBalance', { as: fina })).body.isReported
  expect(await isReported()).toBe(true)
  const { balance: _, ...cards } = services.payments.cards
  services.payments = { ...services.payments, cards }
  expect([await read(), await fixture.rows(), await days()]).toEqual([0, ...before])
  expect(await isReported()).toBe(false)
})
