import type { CustomerCreditView } from '#contract/sales/customerCredit'
import { ibanProblem } from '#domain/money/iban'
import type { CreditState } from '#domain/money/customerCredit'
import { isUnknownBank } from '../../merchants/places/bank.ts'
import { record } from '../../platform/audit/record.ts'
import type { Handler, Services } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { notFound, problem, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Mode, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { lockCredit } from './creditRows.ts'
import { beginTransfer } from './creditTransfers.ts'

type Opened = { id: string; scope: Scope; accountId: string; shop: { name: string; url: string | null } }
type QueueRow = { merchant_id: string; mode: Mode; link_generation: number; account_id: string; name: string; url: string | null }

/** The credit that a link opens. A wrong token, an older link and an unknown credit are answered alike (ObjectNotFoundException). */
async function authenticateCreditLink(services: Services, creditHex: string, token: string | undefined): Promise<Opened> {
  const id = uuidOf(creditHex)
  if (id === undefined || token === undefined) throw notFound(creditHex)
  const row = await services.database.read(null, (db) =>
    db.first<QueueRow>(sql`select q.merchant_id, q.mode, q.link_generation, m.account_id, m.name, m.url from credit_queue q join merchants m on m.id = q.merchant_id
      where q.credit_id = ${id} and q.link_generation > 0`),
  )
  if (!row || !services.tokens.isLink(token, 'credit', id, row.link_generation)) throw notFound(creditHex)
  return { id, scope: mintScope(row.merchant_id, row.mode), accountId: row.account_id, shop: { name: row.name, url: row.url } }
}

type CreditRow = { state: CreditState; left_cents: bigint; transferred_cents: bigint; last4: string | null }

async function shown(db: Connection, { id, scope, shop }: Opened): Promise<CustomerCreditView> {
  const row =
    await db.first<CreditRow>(sql`select c.state, c.amount_cents - c.paid_cents - c.under_way_cents as left_cents, coalesce(p.amount_cents, 0) as transferred_cents,
      right(p.iban, 4) as last4
    from customer_credits c left join lateral (select p.amount_cents, p.iban from credit_payments p where ${inScope(scope, 'p')} and p.credit_id = c.id
      and p.kind = 'transfer' and p.state <> 'declined' order by p.created_at desc, p.id desc limit 1) p on true
    where ${inScope(scope, 'c')} and c.id = ${id}`)
  if (!row) throw notFound(hexOf(id))
  const state = row.state === 'needs_account' ? 'asked' : row.state === 'paid' ? 'paid' : 'given'
  return {
    creditId: hexOf(id),
    shop,
    amount: Number(state === 'asked' ? row.left_cents : row.transferred_cents),
    state,
    accountLast4: state === 'asked' ? null : row.last4,
  }
}

/** What a customer is owed, by the link that they were sent. */
export const customerCreditView: Handler<'customerCreditView'> = async ({ services, params, http }) => {
  const opened = await authenticateCreditLink(services, params.creditId, http.bearer)
  return services.database.read(opened.scope, (db) => shown(db, opened))
}

/**
 * Transfers what a customer is owed to the account that they give. Refuses with StepNotAllowed when no account is needed any more, and with the problems of
 * the number as for a shop's own account.
 */
export const customerCreditAccount: Handler<'customerCreditAccount'> = async ({ services, params, http, body, now, ip, requestId }) => {
  const opened = await authenticateCreditLink(services, params.creditId, http.bearer)
  const { iban, holderName } = body
  const code = ibanProblem(iban) ?? (isUnknownBank(iban) ? 'bank' : null)
  const fields = [
    ...(code === null ? [] : [{ name: 'iban', code, message: text(`errors.field.iban_${code}`) }]),
    ...(holderName === '' ? [problem('holder_name', 'required')] : []),
  ]
  if (fields.length > 0) throw new Refusal('ApiValidationException', { fields })
  const { scope, id, accountId } = opened
  return services.database.write(scope, async (db) => {
    const credit = await lockCredit(db, scope, id, now)
    if (credit?.state !== 'needs_account' || scope.mode !== 'live') throw new Refusal('StepNotAllowed', { why: 'accountGiven' })
    await beginTransfer(db, scope, credit, { iban, holderName }, now)
    await record(db, {
      accountId,
      merchantId: scope.merchantId,
      mode: scope.mode,
      userId: null,
      role: 'consumer',
      ip,
      call: 'customerCreditAccount',
      entity: 'operation',
      entityId: credit.operationId,
      after: { credit: hexOf(id), last4: iban.slice(-4) },
      requestId,
    })
    return shown(db, opened)
  })
}
