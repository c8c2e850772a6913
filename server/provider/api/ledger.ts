import type { AnswerOf } from '#contract/platform/endpoint'
import type { ProviderApi } from '#contract/providerApi'
import { addDays, isLocalDate, type LocalDate, madridDay, startOfMadridDay } from '#domain/platform/dates'
import { cursorOf, readCursor, uuidForm } from '../../platform/calls/cursor.ts'
import type { ProviderHandler } from '../../platform/calls/providerHandler.ts'
import { problem, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { withScope } from '../../platform/database/withScope.ts'

type Journal = AnswerOf<ProviderApi['providerLedgerDay']>['results'][number]
type Row = { id: string; kind: string; operation_id: string | null; at: Date; lines: Journal['lines'] }

/** Journals of a page, and shops that one answer looks into, at most. */
const pageRows = 200
const pageShops = 50

const first = '00000000-0000-0000-0000-000000000000'

/** The journals of a day, shop by shop: the ledger of each is read within its scope. */
export const providerLedgerDay: ProviderHandler<'providerLedgerDay'> = async ({ db, params, query, now }) => {
  const { day } = params
  if (!isLocalDate(day) || day >= madridDay(now)) throw new Refusal('ApiValidationException', { fields: [problem('day', 'day')] })
  const [shop = first, after = first] = query.cursor === undefined ? [] : readCursor(query.cursor, [uuidForm, uuidForm])
  const shops = await db.rows<{ id: string }>(
    sql`select m.id from merchants m where m.id >= ${shop}::uuid order by m.id limit ${pageShops}`,
  )
  const results: Journal[] = []
  for (const { id } of shops) {
    const rest = pageRows - results.length
    const rows = await readDay(db, id, day, { after: id === shop ? after : first, rows: rest + 1 })
    results.push(...rows.slice(0, rest).map((row) => journalOf(row, id)))
    const last = rows[rest - 1]
    if (rows.length > rest && last) return { results, next: cursorOf([id, last.id]) }
    if (results.length === pageRows) return { results, next: cursorOf([id, last?.id ?? first]) }
  }
  const end = shops.at(-1)
  // The last shop is looked into again, after all ids.
  return { results, next: shops.length === pageShops && end ? cursorOf([end.id, first.replaceAll('0', 'f')]) : null }
}

function readDay(db: Connection, merchantId: string, day: LocalDate, { after, rows }: { after: string; rows: number }): Promise<Row[]> {
  const scope = mintScope(merchantId, 'live')
  return withScope(db, scope, () =>
    db.rows<Row>(sql`select j.id, j.kind, j.operation_id, j.at,
        (select json_agg(json_build_object('account', l.account, 'amount', l.amount_cents) order by l.account) from ledger_lines l
          where l.merchant_id = j.merchant_id and l.mode = j.mode and l.journal_id = j.id) as lines
      from ledger_journals j where ${inScope(scope, 'j')} and j.at >= ${startOfMadridDay(day)} and j.at < ${startOfMadridDay(addDays(day, 1))} and j.id > ${after}::uuid
      order by j.id limit ${rows}`),
  )
}

const journalOf = ({ id, kind, operation_id: operationId, at, lines }: Row, merchantId: string): Journal => ({
  id: hexOf(id),
  merchantId: hexOf(merchantId),
  kind,
  operationId: operationId && hexOf(operationId),
  at: at.toISOString(),
  lines,
})
