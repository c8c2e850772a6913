import { randomUUID } from 'node:crypto'
import { payCredits } from '../../money/credits/payCredits.ts'
import { transferCredits } from '../../money/credits/creditTransfers.ts'
import { type BankTrouble, simulatedBank } from '../../money/payments/simulatedBank.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import type { Services } from '../../platform/calls/call.ts'
import { giveCard } from '../clock/clockFixture.ts'
import { type TestOperation, writeOperation } from '../operations/testOperations.ts'
import { ids } from '../testFixture.ts'
import { startTestServer, type TestServer } from '../testServices.ts'
import { testRefunds, type TestRefunds } from './testRefunds.ts'

type StoredCredit = {
  id: string
  state: string
  amount: number
  paid: number
  under_way: number
  due_at: Date | null
  task_since: Date | null
  reminders: number
  link_generation: number
}
type StoredPayment = { id: string; kind: string; amount: number; state: string; charge_id: string | null; reason: string | null }

export const merchantId = hexOf(ids.merchantA1)

/** A server whose card processor and bank remember what they were asked. */
export type CreditFixture = {
  server: TestServer
  cards: TestRefunds
  bank: ReturnType<typeof simulatedBank>
  services: Services
  /** Makes the bank misbehave. */
  trouble(next: () => BankTrouble): void
  /** An operation with a card on file, 60 € in three instalments of which two are paid, unless said otherwise. */
  sold(operation?: TestOperation): Promise<string>
  cancel(operationId: string): Promise<void>
  refund(operationId: string, amount: number): Promise<number>
  /** Runs the work on credits and on their transfers. */
  work(): Promise<void>
  credit(operationId: string): Promise<StoredCredit>
  payments(operationId: string): Promise<StoredPayment[]>
  close(): Promise<void>
}

export async function startCreditFixture(): Promise<CreditFixture> {
  const server = await startTestServer({ refundHoldSeconds: 0 })
  const cards = testRefunds(server.services.payments.cards)
  let next: () => BankTrouble = () => 'none'
  const bank = simulatedBank(() => next())
  server.services.payments = { ...server.services.payments, cards, transfers: bank }
  const write = async (name: 'operationCancel' | 'operationRefund', operationId: string, amount?: number) => {
    const params = { merchantId, operationId }
    const by = { params, as: 'ownerA', key: randomUUID() } as const
    const { status } =
      name === 'operationCancel' ? await server.call(name, by) : await server.call(name, { ...by, body: { amount: amount ?? 0 } })
    return status
  }
  return {
    server,
    cards,
    bank,
    services: server.services,
    trouble: (given) => void (next = given),
    async sold(operation = {}) {
      const operationId = await writeOperation(server.database.ownerUrl, {
        totalCents: 6_000,
        numInstalments: 3,
        tinBps: 0,
        paid: 2,
        ...operation,
      })
      await giveCard(server, [operationId])
      return operationId
    },
    async cancel(operationId) {
      const status = await write('operationCancel', operationId)
      if (status >= 300) throw new Error(`the cancellation was refused: ${status}`)
    },
    refund: (operationId, amount) => write('operationRefund', operationId, amount),
    async work() {
      await payCredits(server.services)
      await transferCredits(server.services)
    },
    async credit(operationId) {
      const [row] = await server.ownerSql<StoredCredit>(
        `select c.id, c.state, c.amount_cents::int as amount, c.paid_cents::int as paid, c.under_way_cents::int as under_way, q.due_at, q.task_since, q.reminders, q.link_generation
         from customer_credits c left join credit_queue q on q.credit_id = c.id where c.operation_id = $1 order by c.created_at desc limit 1`,
        [uuidOf(operationId)],
      )
      if (!row) throw new Error(`operation ${operationId} has no credit`)
      return row
    },
    payments: (operationId) =>
      server.ownerSql<StoredPayment>(
        `select p.id, p.kind, p.amount_cents::int as amount, p.state, p.charge_id, p.reason from credit_payments p join customer_credits c on c.id = p.credit_id
         where c.operation_id = $1 order by p.created_at, p.id`,
        [uuidOf(operationId)],
      ),
    close: () => server.close(),
  }
}
