import type { PayoutFile } from '#contract/provider/moneyFiles'
import { makePayoutFile } from '../../money/payouts/makePayoutFile.ts'
import { type ConsoleHandler, withSecondPerson } from '../../platform/calls/consoleHandler.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { cursorParts, pageOf, pageRows } from './moneyRows.ts'

type Row = {
  message_id: string
  kind: 'transfers' | 'debits'
  transfers: number
  total_cents: bigint
  made_at: Date
  made_by: string | null
  accepted_at: Date | null
  handed_at: Date | null
  rejected_at: Date | null
}

const fileOf = (row: Row): PayoutFile => ({
  id: row.message_id,
  kind: row.kind,
  transfers: row.transfers,
  totalAmount: Number(row.total_cents),
  madeAt: row.made_at.toISOString(),
  madeBy: row.made_by,
  acceptedAt: row.accepted_at?.toISOString() ?? null,
  handedAt: row.handed_at?.toISOString() ?? null,
  rejectedAt: row.rejected_at?.toISOString() ?? null,
})

/** Payments that wait to be sent, in a file or not. */
async function readWaiting(db: Connection): Promise<{ count: number; amount: number }> {
  const row = await db.first<{ many: number; cents: string }>(
    sql`select count(*)::integer as many, coalesce(sum(l.net_cents), 0) as cents from listed_settlements l where l.payout_state = 'queued'`,
  )
  return { count: row?.many ?? 0, amount: Number(row?.cents ?? 0) }
}

/** The files, the newest first. */
export const consolePayoutFileList: ConsoleHandler<'consolePayoutFileList'> = async ({ db, query: { cursor }, services }) => {
  const [after] = cursor === undefined ? [] : cursorParts(cursor, /^([A-Z0-9a-z]{1,35})$/)
  const older =
    after === undefined
      ? sql`true`
      : sql`(f.made_at, f.message_id) < (select c.made_at, c.message_id from payout_files c where c.message_id = ${after})`
  const [rows, waiting] = await Promise.all([
    db.rows<Row>(sql`select f.message_id, f.kind, f.transfers, f.total_cents, f.made_at, s.first_name || ' ' || s.last_name as made_by, f.accepted_at, f.handed_at, f.rejected_at
      from payout_files f left join staff s on s.id = f.made_by where ${older} order by f.made_at desc, f.message_id desc limit ${pageRows + 1}`),
    readWaiting(db),
  ])
  const { page, next } = pageOf(rows, ({ message_id: id }) => id)
  return { results: page.map(fileOf), waiting, handsOver: services.payments.transfers.handsOver, next }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

/** One file as it was sent. The download is audited. */
export const consolePayoutFile: ConsoleHandler<'consolePayoutFile'> = async ({ db, params, audit }) => {
  const row = await db.first<{ xml: string }>(sql`select f.xml from payout_files f where f.message_id = ${params.fileId}`)
  if (!row) throw notFound(params.fileId)
  audit({ entity: 'payout_file', entityId: '', after: { file: params.fileId } })
  return { download: once(row.xml), fileName: `${params.fileId}.xml`, mediaType: 'application/xml' }
}

/** Makes a file of the payments that wait. Refuses with ProviderActionNotAllowed when there are none. */
export const consolePayoutFileMake = withSecondPerson<'consolePayoutFileMake'>(
  async ({ db }) => {
    const { count, amount } = await readWaiting(db)
    if (count === 0) throw new Refusal('ProviderActionNotAllowed', { why: 'noneWaiting' })
    return { entity: 'payout_file', entityId: null, before: { payments: count, totalCents: amount }, after: { payments: 0, totalCents: 0 } }
  },
  async ({ db, services, staff, now, audit }) => {
    const file = await makePayoutFile(db, services, { by: staff, now })
    if (!file) throw new Refusal('ProviderActionNotAllowed', { why: 'noneWaiting' })
    audit({ entity: 'payout_file', entityId: '', after: file })
    return { id: file.file, transfers: file.transfers, totalAmount: file.totalCents }
  },
)
