import { matchPayments, MATCH_DAYS, type ExpectedPayment } from '#domain/bankMatching'
import { MOST_STATEMENT_CREDITS, readStatement, type BankCredit } from '#domain/bankStatement'
import { addDays, localDate } from '#domain/dates'
import { cents } from '#domain/money'
import type { SettlementState } from '#domain/settlement'
import type { Connection } from '../db/database.ts'
import type { Scope } from '../db/scope.ts'
import { sql } from '../db/sql.ts'
import { text } from '../http/messages.ts'
import { Refusal } from '../http/refusal.ts'
import type { ShopHandler } from '../http/shopHandler.ts'
import { hexOf } from '../http/wire.ts'

/** So many settlements are matched at once: more than a year of days on which there is one (our choice). */
const mostSettlements = 400

type Expected = ExpectedPayment & { status: SettlementState }

/**
 * Matches the payments of a bank's file to the settlements that pay something on its days, by the same rule as the panel (product SET-14). The
 * file is read here and forgotten. Refuses one that is no bank's file, or too long.
 */
export const settlementReconcile: ShopHandler<'settlementReconcile'> = async ({ body, db, scope }) => {
  const statement = readStatement(body.statement)
  if (statement === null) throw strange('statement')
  const { format, unread, credits } = statement
  if (credits.length > MOST_STATEMENT_CREDITS) throw strange('statement_long')
  const { matches, unknown } = matchPayments(await expectedOn(db, scope, credits), credits)
  const places = new Map(credits.map((credit, index) => [credit, index + 1]))
  const said = (credit: BankCredit) => ({ place: places.get(credit) ?? 0, on: credit.on, amount: credit.amountCents })
  return {
    format,
    unread,
    settlements: matches.map((match) => {
      const { id, reference, status, valueOn, amountCents } = match.payment
      const { found } = match
      return {
        id: hexOf(id),
        reference,
        status,
        valueOn,
        netAmount: amountCents,
        found,
        by: found === 'open' ? null : found === 'different' ? ('reference' as const) : match.by,
        credit: found === 'open' ? null : said(match.credit),
        difference: found === 'open' ? null : match.credit.amountCents - amountCents,
      }
    }),
    unknown: unknown.map(said),
  }
}

/** The settlements whose money the file's days should show. */
async function expectedOn(db: Connection, { merchantId, mode }: Scope, credits: readonly BankCredit[]): Promise<Expected[]> {
  const days = credits.map(({ on }) => on).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const rows = await db.rows<{ id: string; reference: string; value_on: string; net_cents: bigint; status: SettlementState }>(sql`
    select s.id, s.reference, s.value_on, s.net_cents, s.status from settlements s
    where s.merchant_id = ${merchantId} and s.mode = ${mode} and s.net_cents > 0 and s.value_on between ${addDays(first, -MATCH_DAYS)} and ${last}
    order by s.value_on, s.id limit ${mostSettlements + 1}`)
  if (rows.length > mostSettlements) throw strange('statement_long')
  return rows.map(({ id, reference, value_on: on, net_cents: net, status }) => ({
    id,
    reference,
    status,
    valueOn: localDate(on),
    amountCents: cents(net),
  }))
}

const strange = (code: string) =>
  new Refusal('ApiValidationException', { fields: [{ name: 'statement', code, message: text(`errors.field.${code}`) }] })
