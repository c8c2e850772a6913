import type { BalanceMovement } from '#domain/money/cardBalance'
import type { CardBalance } from '../../money/payments/cardProvider.ts'
import type { Services } from '../../platform/calls/call.ts'
import { giveCard } from '../clock/clockFixture.ts'
import { writeOperations } from '../operations/testOperations.ts'
import { startTestServer, type TestServer } from '../testServices.ts'

/** What a card provider may do with a movement that the books have. */
export const balanceTroubles = ['lost', 'doubled', 'changed', 'foreign', 'late'] as const
export type BalanceTrouble = (typeof balanceTroubles)[number]

/** What must be found of each; a late one is found until it comes. */
export const expectedKind: Readonly<Record<BalanceTrouble, string>> = {
  lost: 'missing_there',
  doubled: 'amount',
  changed: 'amount',
  foreign: 'currency',
  late: 'missing_there',
}

type FoundRow = {
  kind: string
  about: string
  about_id: string
  ours: number | null
  theirs: number | null
  settled: boolean
  resolved: boolean
}

/** A server whose card provider lists what the test says. */
export type BalanceFixture = {
  server: TestServer
  /** The movements that the provider lists, which a test changes. */
  listed: BalanceMovement[]
  /** Sells so many operations of 60 € now, each with two charges of 20 €, and lists their movements; returns these. */
  sell(many: number): Promise<BalanceMovement[]>
  /** Makes the provider misbehave about a movement. */
  trouble(movement: BalanceMovement, trouble: BalanceTrouble): void
  /** The late movements come, today. */
  come(): void
  /** Moves the clock to the next morning, when the day is read. */
  nextMorning(): void
  /** Differences, as `kind about id`. */
  differences(only?: 'open'): Promise<string[]>
  rows(): Promise<FoundRow[]>
  close(): Promise<void>
}

const day = 86_400_000

export async function startBalanceFixture(): Promise<BalanceFixture> {
  const server = await startTestServer({ now: new Date('2026-11-18T09:00:00Z') })
  server.stopClock()
  const listed: BalanceMovement[] = []
  const late: BalanceMovement[] = []
  const balance = {
    list: async ({ from, until }: { from: Date; until: Date }) => listed.filter(({ at }) => at >= from && at < until),
  }
  setBalance(server.services, balance)
  const rows = () =>
    server.ownerSql<FoundRow>(`select kind, about, about_id, our_cents::int as ours, their_cents::int as theirs, settled_at is not null as settled,
      resolved_at is not null as resolved from card_differences order by about_id`)
  let copies = 0
  return {
    server,
    listed,
    rows,
    async sell(many) {
      const at = server.services.now()
      const operationIds = await writeOperations(
        server.database.ownerUrl,
        Array.from({ length: many }, () => ({ totalCents: 6_000, numInstalments: 3, tinBps: 0, paid: 2, createdAt: at })),
      )
      await giveCard(server, operationIds)
      const charges = await server.ownerSql<{ id: string; merchant_id: string; operation_id: string; cents: number }>(
        `select id, merchant_id, operation_id, amount_cents::int as cents from charges where replace(operation_id::text, '-', '') = any($1) order by operation_id, instalment`,
        [operationIds],
      )
      const moved = charges.map((one): BalanceMovement => ({
        reference: `txn_${one.id}`,
        kind: 'charge',
        about: { type: 'charge', id: one.id },
        merchantId: one.merchant_id,
        operationId: one.operation_id,
        amountCents: one.cents,
        feeCents: 53,
        currency: 'eur',
        at,
      }))
      listed.push(...moved)
      return moved
    },
    trouble(movement, trouble) {
      const nth = listed.indexOf(movement)
      copies += 1
      if (trouble === 'doubled') listed.push({ ...movement, reference: `${movement.reference}_${copies}` })
      else if (trouble === 'changed') listed.splice(nth, 1, { ...movement, amountCents: movement.amountCents - 1 })
      else if (trouble === 'foreign') listed.splice(nth, 1, { ...movement, currency: 'usd' })
      else listed.splice(nth, 1)
      if (trouble === 'late') late.push(movement)
    },
    come() {
      listed.push(...late.splice(0).map((one) => ({ ...one, at: server.services.now() })))
    },
    nextMorning: () => server.moveClock(day),
    differences: async (only) =>
      (await rows())
        .filter(({ settled, resolved }) => only === undefined || !(settled || resolved))
        .map(({ kind, about, about_id: id }) => `${kind} ${about} ${id}`)
        .toSorted(),
    close: () => server.close(),
  }
}

/** Replaces what the card provider lists of its balance. */
function setBalance(services: Services, balance: CardBalance): void {
  services.payments = { ...services.payments, cards: { ...services.payments.cards, balance } }
}
