import type { Effect } from '#contract/sales/operationVerbs'
import { addMonths, localDate, madridDay } from '#domain/platform/dates'
import { cents, sum } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { nextDue, onceCollected } from '../lifecycle/collection.ts'
import { afterRefund, type RefundInput, type RefundMoments, type SettledRefund, settleRefund } from '../lifecycle/settleRefund.ts'
import type { OperationBooks } from '../lifecycle/books.ts'

type DryRun = {
  books: OperationBooks
  refund: RefundInput
  now: Date
  /** How long the refund will be held. */
  undoSeconds: number
}

/** The dry run of a refund or cancellation requested at `now`, after the refunds held before it: on the books as they will be once those have gone out. */
export async function effectOf(db: Connection, scope: Scope, { books, refund, now, undoSeconds }: DryRun): Promise<Effect> {
  const moments: RefundMoments = { askedAt: now, goesOutAt: new Date(now.getTime() + undoSeconds * 1000) }
  const expectedBooks = onceCollected(booksAfterHeld(books, now), moments.goesOutAt)
  const settled = settleRefund(expectedBooks, refund, moments)
  const pending = await db.first<{ cents: string }>(sql`select coalesce(sum(l.net_cents), 0) as cents from settlement_lines l
    where ${inScope(scope, 'l')} and l.settlement_id is null and l.value_on <= ${settled.valueOn}::date`)
  const nextSettlementBefore = Number(pending?.cents ?? 0) + (expectedBooks.netCents ?? 0) - (books.netCents ?? 0)
  const { feeBackCents, vatBackCents, subsidyBackCents, netCents } = settled.reversal
  return {
    verb: settled.whole ? 'cancel' : 'refund',
    amount: refund.amountCents,
    customer: customerSide(expectedBooks, settled),
    merchant: {
      nextSettlementOn: settled.valueOn,
      nextSettlementBefore,
      nextSettlementAfter: nextSettlementBefore + netCents,
      feeBack: feeBackCents,
      vatBack: vatBackCents,
      subsidyBack: subsidyBackCents,
      netChange: netCents,
    },
    rectifyingInvoice: rectifying(books, sum(feeBackCents, vatBackCents), moments.goesOutAt),
  }
}

/** Held refunds go out in order; overdue ones now. */
function booksAfterHeld(books: OperationBooks, now: Date): OperationBooks {
  return books.held.reduce((sofar, held) => {
    const goesOutAt = held.releaseAt > now ? held.releaseAt : now
    const expectedBooks = onceCollected(sofar, goesOutAt)
    return afterRefund(expectedBooks, settleRefund(expectedBooks, held, { askedAt: held.createdAt, goesOutAt }), true)
  }, books)
}

function customerSide(expectedBooks: OperationBooks, settled: SettledRefund): Effect['customer'] {
  const next = nextDue(expectedBooks.instalments)
  const after = settled.instalments.find((one) => one.number === next?.number)
  const unpaid = (instalments: OperationBooks['instalments']) =>
    instalments.filter((one) => (one.state === 'pending' || one.state === 'overdue') && one.amountCents > 0)
  const [left, leftAfter] = [unpaid(expectedBooks.instalments), unpaid(settled.instalments)]
  return {
    instalmentsBefore: left.length,
    instalmentAmountBefore: left[0]?.amountCents ?? 0,
    instalmentsAfter: leftAfter.length,
    instalmentAmountAfter: leftAfter[0]?.amountCents ?? 0,
    nextDueOn: next?.dueOn ?? null,
    nextDueAmountBefore: next?.amountCents ?? 0,
    nextDueAmountAfter: after && unpaid([after]).length > 0 ? after.amountCents : 0,
    outstandingAfter: settled.outstandingAfterCents,
    creditToCustomer: settled.creditToCustomerCents,
  }
}

/** Fees of an earlier month were invoiced already: the returned part is rectified on the first of next month (docs/domain.md#invoices). */
function rectifying(books: OperationBooks, backCents: number, now: Date): Effect['rectifyingInvoice'] {
  const month = madridDay(now).slice(0, 7)
  const sold = books.captures[0]
  if (backCents === 0 || !sold || madridDay(sold.capturedAt).slice(0, 7) === month) return null
  return { amount: cents(backCents), issuedOn: addMonths(localDate(`${month}-01`), 1) }
}

/** Before capture nothing was charged and nobody is paid: the operation just ends. */
export function voidEffect(books: OperationBooks, valueOn: string): Effect {
  const { totalCents, voidedCents } = books.facts
  return {
    verb: 'void',
    amount: totalCents - voidedCents,
    customer: {
      instalmentsBefore: 0,
      instalmentAmountBefore: 0,
      instalmentsAfter: 0,
      instalmentAmountAfter: 0,
      nextDueOn: null,
      nextDueAmountBefore: 0,
      nextDueAmountAfter: 0,
      outstandingAfter: 0,
      creditToCustomer: 0,
    },
    merchant: {
      nextSettlementOn: valueOn,
      nextSettlementBefore: 0,
      nextSettlementAfter: 0,
      feeBack: 0,
      vatBack: 0,
      subsidyBack: 0,
      netChange: 0,
    },
    rectifyingInvoice: null,
  }
}
