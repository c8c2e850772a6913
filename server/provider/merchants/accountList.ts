import type { ConsoleAccountRow } from '#contract/provider/merchants'
import { formatDateTime, madridDay } from '#domain/platform/dates'
import type { ConsoleHandler, ConsoleHandlerCall } from '../../platform/calls/consoleHandler.ts'
import { accountName } from '../../platform/calls/membership.ts'
import { currentLanguage, text, withLanguage } from '../../platform/calls/messages.ts'
import { idFrom } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { type CellBatch, type Column, csvFile } from '../../platform/files/csvLine.ts'
import { accountConditions, onboardingStatus } from './searchConditions.ts'

/** Rows of a page. */
const pageRows = 50

type Row = {
  id: string
  name: string
  cif: string | null
  type: ConsoleAccountRow['type']
  disabled: boolean
  ended: boolean
  onboarding: ConsoleAccountRow['onboarding']
  shops: { id: string; name: string; url: string | null; status: ConsoleAccountRow['shops'][number]['status'] }[]
  in_review: number
  created_at: Date
}

const columns = sql`a.id, ${accountName(sql`a.id`)} as name, (select e.cif from enterprises e where e.account_id = a.id) as cif, a.type,
  a.disabled_at is not null as disabled, a.relation_ended_on is not null as ended,
  ${onboardingStatus} as onboarding,
  coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name, 'url', s.url, 'status', s.status) order by s.created_at, s.id)
    from merchants s where s.account_id = a.id), '[]') as shops,
  (select count(*)::integer from documents d where d.account_id = a.id and d.status = 'in_review' and d.replaced_at is null) as in_review, a.created_at`

/** The host of a shop's address, for people; null when it has none. */
export function hostOf(url: string | null): string | null {
  if (url === null) return null
  const address = /^https?:\/\//i.test(url) ? url : `https://${url}`
  return URL.canParse(address) ? new URL(address).host : url
}

export function stateOf({ disabled, ended, onboarding }: Pick<Row, 'disabled' | 'ended' | 'onboarding'>): ConsoleAccountRow['state'] {
  if (ended) return 'ended'
  if (disabled) return 'disabled'
  return onboarding === 'approved' ? 'enabled' : 'opening'
}

const rowOf = (row: Row): ConsoleAccountRow => ({
  id: hexOf(row.id),
  name: row.name.trim(),
  cif: row.cif,
  type: row.type,
  state: stateOf(row),
  onboarding: row.onboarding,
  shops: row.shops.map(({ id, name, url, status }) => ({ id: hexOf(id), name, host: hostOf(url), status })),
  documentsInReview: row.in_review,
  createdAt: row.created_at.toISOString(),
})

/** Accounts after one of them, newest first. */
const after = (cursor: string): Sql =>
  sql`(a.created_at, a.id) < (select c.created_at, c.id from accounts c where c.id = ${idFrom(cursor)})`

/** The accounts that match, newest first. */
export const consoleAccountList: ConsoleHandler<'consoleAccountList'> = async ({ db, query }) => {
  const which = accountConditions(query)
  const [rows, all] = await Promise.all([
    db.rows<Row>(sql`select ${columns} from accounts a where ${which} and ${query.cursor === undefined ? sql`true` : after(query.cursor)}
      order by a.created_at desc, a.id desc limit ${pageRows + 1}`),
    db.first<{ many: number }>(sql`select count(*)::integer as many from accounts a where ${which}`),
  ])
  const page = rows.slice(0, pageRows).map(rowOf)
  return { results: page, count: all?.many ?? 0, next: rows.length > pageRows ? (page.at(-1)?.id ?? null) : null }
}

const csvColumns: readonly Column[] = [
  { name: 'id', kind: 'word' },
  { name: 'name', kind: 'text' },
  { name: 'cif', kind: 'text' },
  { name: 'state', kind: 'word' },
  { name: 'onboarding', kind: 'word' },
  { name: 'shop', kind: 'text' },
  { name: 'host', kind: 'text' },
  { name: 'status', kind: 'word' },
  { name: 'created', kind: 'word' },
]
const batchRows = 500

/** One line a shop, or one for an account without any, in the reader's language. The download is audited. */
export const consoleAccountExport: ConsoleHandler<'consoleAccountExport'> = (call) => {
  const { query, now, audit } = call
  audit({ entity: '', entityId: '', after: { ...query } })
  const headings = csvColumns.map(({ name }) => text(`consoleMerchants.column.${name}`))
  return Promise.resolve({
    download: csvFile(csvColumns, headings, batches(call)),
    fileName: `${text('consoleMerchants.fileName', { date: madridDay(now) })}.csv`,
    mediaType: 'text/csv; charset=utf-8',
  })
}

async function* batches({ services, query }: ConsoleHandlerCall<'consoleAccountExport'>): AsyncGenerator<CellBatch> {
  const language = currentLanguage()
  for (let last: string | undefined; ;) {
    const rows = await services.database.read(null, (db) =>
      db.rows<Row>(sql`select ${columns} from accounts a where ${accountConditions(query)} and ${last === undefined ? sql`true` : after(last)}
        order by a.created_at desc, a.id desc limit ${batchRows}`),
    )
    if (rows.length === 0) return
    // The language is set for each batch: the response stream drives this generator outside the request's own.
    yield { columns: csvColumns, rows: withLanguage(language, () => rows.map(rowOf).flatMap(linesOf)) }
    if (rows.length < batchRows) return
    last = hexOf(rows.at(-1)?.id ?? '')
  }
}

function linesOf({ id, name, cif, state, onboarding, shops, createdAt }: ConsoleAccountRow): string[][] {
  const head = [id, name, cif ?? '', text(`consoleMerchants.state.${state}`), text(`consoleMerchants.onboarding.${onboarding}`)]
  const created = formatDateTime(new Date(createdAt))
  if (shops.length === 0) return [[...head, '', '', '', created]]
  return shops.map((shop) => [...head, shop.name, shop.host ?? '', text(`consoleMerchants.shopStatus.${shop.status}`), created])
}
