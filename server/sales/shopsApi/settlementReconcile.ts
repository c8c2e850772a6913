import { expectedDays, matchPayments, type ExpectedPayment, type MatchedStatement } from '#domain/money/bankStatement/bankMatching'
import type { SheetColumns } from '#domain/money/bankStatement/bankSheet'
import { MAX_STATEMENT_CREDITS, readStatement, type BankCredit } from '#domain/money/bankStatement/bankStatement'
import { localDate } from '#domain/platform/dates'
import { cents } from '#domain/platform/money'
import type { SettlementState } from '#domain/money/settlement'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { ShopHandler, ShopVerbCall } from '../../platform/calls/shopHandler.ts'
import { hexOf } from '../../platform/calls/wire.ts'

/** Maximum settlements matched at once: more than a year of daily ones. */
const maxSettlements = 400

type Expected = ExpectedPayment & { status: SettlementState }

/**
 * Matches the payments of a bank statement to the settlements paid on its days, by the same rule as the panel. The file is parsed in memory and not stored.
 * Refuses one that is not a bank statement, or too long.
 */
export const settlementReconcile: ShopHandler<'settlementReconcile'> = async ({ body, db, scope }) => {
  const reading = readStatement(body.statement, () => chosenColumns(body.columns))
  if (reading === null) throw strange('statement')
  const { statement } = reading
  if (statement === null) throw strange('statement_columns', 'columns')
  const { format, unread, credits, pending, leftOut } = statement
  if (credits.length > MAX_STATEMENT_CREDITS) throw strange('statement_long')
  const { matches, unknown } = matchPayments(await expectedOn(db, scope, statement), statement)
  const places = new Map(credits.map((credit, index) => [credit, index + 1]))
  const wireCredit = (credit: BankCredit) => ({ place: places.get(credit) ?? 0, on: credit.on, amount: credit.amountCents })
  return {
    format,
    unread: unread.length,
    pending: pending.length,
    otherCurrency: leftOut.otherCurrency,
    reversed: leftOut.reversed,
    settlements: matches.map((match) => {
      const { id, reference, status, valueOn, amountCents } = match.payment
      const credit = 'credit' in match ? match.credit : null
      return {
        id: hexOf(id),
        reference,
        status,
        valueOn,
        netAmount: amountCents,
        found: match.found,
        by: match.found === 'collected' ? match.by : credit && ('reference' as const),
        credit: credit && wireCredit(credit),
        difference: credit && credit.amountCents - amountCents,
      }
    }),
    unknown: unknown.map(wireCredit),
  }
}

/** The settlements expected on the statement's days. */
async function expectedOn(db: Connection, scope: Scope, statement: MatchedStatement): Promise<Expected[]> {
  const days = expectedDays(statement)
  if (days === null) return []
  const rows = await db.rows<{ id: string; reference: string; value_on: string; net_cents: bigint; status: SettlementState }>(sql`
    select s.id, s.reference, s.value_on, s.net_cents, s.status from settlements s
    where ${inScope(scope, 's')} and s.net_cents > 0 and s.value_on between ${days.from} and ${days.to}
    order by s.value_on, s.id limit ${maxSettlements + 1}`)
  if (rows.length > maxSettlements) throw strange('statement_long')
  return rows.map(({ id, reference, value_on: on, net_cents: net, status }) => ({
    id,
    reference,
    status,
    valueOn: localDate(on),
    amountCents: cents(net),
  }))
}

/** The columns named by the program, counted from 0; undefined when it names none. A combination that is neither one amount nor debit and credit is refused. */
function chosenColumns(columns: ShopVerbCall<'settlementReconcile'>['body']['columns']): SheetColumns | undefined {
  if (columns === undefined) return undefined
  const { date, amount, debit, credit, mark } = columns
  if (amount !== undefined && debit === undefined && credit === undefined)
    return mark === undefined
      ? { kind: 'signed', date: date - 1, amount: amount - 1 }
      : { kind: 'marked', date: date - 1, amount: amount - 1, mark: mark - 1 }
  if (amount !== undefined || mark !== undefined || debit === undefined || credit === undefined)
    throw strange('statement_columns', 'columns')
  return { kind: 'split', date: date - 1, debit: debit - 1, credit: credit - 1 }
}

const strange = (code: string, name = 'statement') =>
  new Refusal('ApiValidationException', { fields: [{ name, code, message: text(`errors.field.${code}`) }] })
