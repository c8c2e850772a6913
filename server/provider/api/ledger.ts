import type { AnswerOf } from '#contract/platform/endpoint'
import type { ProviderApi } from '#contract/providerApi'
import { addDays, isLocalDate, type LocalDate, madridDay, startOfMadridDay } from '#domain/platform/dates'
import { cursorOf, readCursor, uuidForm } from '../../platform/calls/cursor.ts'
import type { Services } from '../../platform/calls/call.ts'
import type { ProviderHandler } from '../../platform/calls/providerHandler.ts'
import { problem, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'

type Journal = AnswerOf<ProviderApi['providerLedgerDay']>['results'][number]
type Row = { id: string; kind: string; operation_id: string | null; at: Date; at_text: string; lines: Journal['lines'] }

/** Journals of a page, and shops that one answer looks into, at most. */
const pageRows = 200
const pageShops = 50

/** Where a page ended: a shop, and the journal of it that was shown last. */
type Place = { shop: string; at: string; journal: string }
const atForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00$/
const begin: Place = {
  shop: '00000000-0000-0000-0000-000000000000',
  at: '1900-01-01T00:00:00.000000+00',
  journal: '00000000-0000-0000-0000-000000000000',
}

function placeOf(cursor: string | undefined): Place {
  if (cursor === undefined) return begin
  const [shop = '', at = '', journal = ''] = readCursor(cursor, [uuidForm, atForm, uuidForm])
  return { shop, at, journal }
}

/** The journals of a day, shop by shop: the ledger of each is read within its scope. */
export const providerLedgerDay: ProviderHandler<'providerLedgerDay'> = async ({ db, services, params, query, now }) => {
  const { day } = params
  if (!isLocalDate(day) || day >= madridDay(now)) throw new Refusal('ApiValidationException', { fields: [problem('day', 'day')] })
  const from = placeOf(query.cursor)
  const shops = await db.rows<{ id: string }>(
    sql`select m.id from merchants m where m.id >= ${from.shop}::uuid order by m.id limit ${pageShops + 1}`,
  )
  const results: Journal[] = []
  for (const { id } of shops.slice(0, pageShops)) {
    const rest = pageRows - results.length
    const rows = await readDay(services, id, day, { after: id === from.shop ? from : begin, rows: rest + 1 })
    results.push(...rows.slice(0, rest).map((row) => journalOf(row, id)))
    const last = rows[rest - 1]
    if (rows.length > rest && last) return { results, next: cursorOf([id, last.at_text, last.id]) }
  }
  const following = shops[pageShops]
  return { results, next: following ? cursorOf([following.id, begin.at, begin.journal]) : null }
}

type Part = { after: Place; rows: number }

function readDay({ database }: Services, merchantId: string, day: LocalDate, { after, rows }: Part): Promise<Row[]> {
  const scope = mintScope(merchantId, 'live')
  return database.read(scope, (db) =>
    db.rows<Row>(sql`select j.id, j.kind, j.operation_id, j.at, to_char(j.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') || '+00' as at_text,
        (select json_agg(json_build_object('account', l.account, 'amount', l.amount_cents) order by l.account) from ledger_lines l
          where l.merchant_id = j.merchant_id and l.mode = j.mode and l.journal_id = j.id) as lines
      from ledger_journals j where ${inScope(scope, 'j')} and j.at >= ${startOfMadridDay(day)} and j.at < ${startOfMadridDay(addDays(day, 1))}
        and (j.at, j.id) > (${after.at}::timestamptz, ${after.journal}::uuid)
      order by j.at, j.id limit ${rows}`),
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
