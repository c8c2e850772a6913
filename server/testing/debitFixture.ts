import { randomUUID } from 'node:crypto'
import { creditorId } from '#domain/money/directDebit'
import { mintScope } from '../platform/database/scope.ts'
import { announceDebits } from '../money/debits/announceDebits.ts'
import { chargeDebits, type ChargingServices } from '../money/debits/chargeDebits.ts'
import { type DebtState, readDebtState } from '../money/debits/debt.ts'
import { readDebt, type Debt } from '../money/ledger/readDebt.ts'
import { type BankTrouble, type DebitEntry, simulatedDebits } from '../money/payments/simulatedBank.ts'
import { settle } from '../money/settlements/settle.ts'
import { startSettlementFixture, type SettlementFixture } from './settlements/settlementFixture.ts'

/** An account of a bank that pays. */
export const goodIban = 'ES7921000813610123456789'

/** A stored debit; amounts in cents. */
type StoredDebit = {
  reference: string
  state: string
  announced: number
  charged: number | null
  due: string
  reason: string | null
}

/** Shops with debts, a bank that charges them and may fail, and a clock: the fixture of debit tests. */
export type DebitFixture = {
  fixture: SettlementFixture
  services: ChargingServices
  bank: ReturnType<typeof simulatedDebits>
  /** How the bank fails from now on, after the given number of successful calls. */
  setTrouble(trouble: BankTrouble, ...next: BankTrouble[]): void
  /** A shop that owes a hundred euros since 6 October 2026, with a mandate for its account. */
  owing(iban?: string, signed?: boolean): Promise<string>
  sign(shop: string): Promise<void>
  /** Settles all shops, or only these. */
  settleNow(shops?: readonly string[] | null): Promise<void>
  /** Moves the clock and runs all that is due. */
  live(at: string): Promise<void>
  debitsOf(shop: string): Promise<StoredDebit[]>
  debtOf(shop: string): Promise<Debt | null>
  debtStateOf(shop: string): Promise<DebtState>
  /** The bank's records of a shop. */
  entriesOf(shop: string): Promise<DebitEntry[]>
  /** The notices and e-mails to the shop about its debts. */
  notified(shop: string): Promise<string[]>
}

/** Creates the fixture on its own database. */
export async function startDebitFixture(): Promise<DebitFixture> {
  let trouble: BankTrouble = 'none'
  let soon: BankTrouble[] = []
  const fixture = await startSettlementFixture()
  const bank = simulatedDebits(() => soon.shift() ?? trouble)
  const services: ChargingServices = { ...fixture.services, payments: { debits: bank } }
  const sign = async (shop: string) => {
    await fixture.rows(
      `with signed as (insert into debit_mandates (merchant_id, mode, id, reference, bank_account_id, iban, debtor_name, creditor_id, creditor_name, creditor_address, place, wording, signed_at, signer_name)
       select m.id, 'live', $2::uuid, 'MAN-' || upper(left($2::text, 13)), b.id, b.iban, b.holder_name, $3, 'Crédito', 'Calle 1', 'Lugo', '…', '2026-10-01', 'Eva Mora' from merchants m join bank_accounts b on b.id = m.bank_account_id where m.id = $1
         returning reference, merchant_id)
       insert into bank_references (kind, reference, merchant_id) select 'mandate', reference, merchant_id from signed`,
      [shop, randomUUID(), creditorId('A00000000', '000')],
    )
    await fixture.rows(`insert into debit_runs (merchant_id, look_at) values ($1, '-infinity')`, [shop])
  }
  const settleNow = async (shops: readonly string[] | null = null) => {
    await fixture.rows(`update settlement_runs set settled_until = '-infinity' where $1::uuid[] is null or merchant_id = any($1)`, [shops])
    await settle(fixture.services)
  }
  const debitsOf = (shop: string) =>
    fixture.rows<StoredDebit>(
      `select reference, state, announced_cents::int as announced, charged_cents::int as charged, due_on::text as due, reason_code as reason from debits where merchant_id = $1 order by announced_at, reference`,
      [shop],
    )
  return {
    fixture,
    services,
    bank,
    sign,
    settleNow,
    debitsOf,
    setTrouble: (lasting, ...next) => {
      trouble = lasting
      soon = next
    },
    owing: async (iban = goodIban, signed = true) => {
      fixture.setNow('2026-10-07T08:00:00Z')
      const shop = await fixture.shop({ iban })
      await fixture.lines(shop, [{ at: '2026-10-05T10:00:00Z', grossCents: -10_000, kind: 'refund' }])
      await settleNow()
      if (signed) await sign(shop)
      return shop
    },
    live: async (at) => {
      fixture.setNow(at)
      await settleNow()
      await fixture.rows(`update debit_runs set look_at = '-infinity'`)
      await announceDebits(services)
      await fixture.rows(`update debit_queue set ask_at = '-infinity' where message_id is not null`)
      await chargeDebits(services)
    },
    debtOf: (shop) => fixture.services.database.read(mintScope(shop, 'live'), (db) => readDebt(db, mintScope(shop, 'live'))),
    debtStateOf: (shop) =>
      fixture.services.database.read(mintScope(shop, 'live'), (db) => readDebtState(db, mintScope(shop, 'live'), fixture.services.now())),
    entriesOf: async (shop) => {
      const mine = new Set((await debitsOf(shop)).map(({ reference }) => reference))
      return bank.entries().filter(({ endToEndId }) => mine.has(endToEndId))
    },
    notified: (shop) =>
      fixture
        .rows<{ type: string }>('select type from notifications where merchant_id = $1 order by created_at, id', [shop])
        .then((rows) => rows.map(({ type }) => type).filter((type) => type.startsWith('de'))),
  }
}
