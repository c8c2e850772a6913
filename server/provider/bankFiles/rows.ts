import type { BankFile, BankFileLine, LineCounts } from '#contract/provider/bankFiles'
import type { OpenReason, OrderKind } from '#domain/money/bankStatus/judgeStatus'
import type { BankOutcome, StatusFormat } from '#domain/money/bankStatus/statusLine'
import { text } from '../../platform/calls/messages.ts'
import { idFrom, notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import type { FileProblem } from './store.ts'

export type FileRow = {
  id: string
  name: string
  format: StatusFormat | null
  message_id: string
  source: BankFile['source']
  by: string | null
  read_at: Date
  problem: FileProblem | null
  sha256: string
} & CountRow
type CountRow = { waiting: number; applied: number; repeated: number; noted: number; open: number; by_hand: number }

/** Files with what came of their lines. */
export const selectFiles = (where: Sql, more: Sql): Sql => sql`select f.id, f.name, f.format, f.message_id, f.source,
    coalesce(s.first_name || ' ' || s.last_name, k.name) as by, f.read_at, f.problem, encode(f.sha256, 'hex') as sha256,
    c.waiting, c.applied, c.repeated, c.noted, c.open, c.by_hand
  from bank_files f left join staff s on s.id = f.staff_id left join provider_keys k on k.id = f.provider_key_id,
    lateral (select (count(*) filter (where l.result = 'waiting'))::integer as waiting, (count(*) filter (where l.result = 'applied'))::integer as applied,
      (count(*) filter (where l.result = 'repeated'))::integer as repeated, (count(*) filter (where l.result = 'noted'))::integer as noted,
      (count(*) filter (where l.result = 'open'))::integer as open, (count(*) filter (where l.result in ('matched', 'dismissed')))::integer as by_hand
      from bank_file_lines l where l.file_id = f.id) c
  where ${where} ${more}`

export const countsOf = ({ waiting, applied, repeated, noted, open, by_hand: byHand }: CountRow): LineCounts => ({
  waiting,
  applied,
  repeated,
  noted,
  open,
  byHand,
})

export const fileOf = (row: FileRow): BankFile => ({
  id: hexOf(row.id),
  name: row.name,
  format: row.format,
  messageId: row.message_id,
  source: row.source,
  by: row.by,
  readAt: row.read_at.toISOString(),
  problem: row.problem && text(`errors.ProviderActionNotAllowed.${row.problem.why}`, row.problem.values),
  sha256: row.sha256,
  counts: countsOf(row),
})

/** One file. Refuses with ObjectNotFoundException. */
export async function fileById(db: Connection, hex: string): Promise<FileRow> {
  const id = idFrom(hex)
  const row = await db.first<FileRow>(selectFiles(sql`f.id = ${id}`, sql``))
  if (!row) throw notFound(hex)
  return row
}

export type LineRow = {
  line: number
  kind: OrderKind | null
  merchant_id: string | null
  account_id: string | null
  shop: string | null
  reference: string
  outcome: BankOutcome | null
  code: string | null
  amount_cents: bigint | null
  currency: string
  booked_on: string | null
  text: string
  result: BankFileLine['result']
  why: OpenReason | null
  note: string | null
  by: string | null
}

/** Lines that are shown. */
const maxLines = 500

/** The lines of a file: those that staff must look at first, then those that changed something. */
export const readLines = (db: Connection, fileId: string): Promise<LineRow[]> =>
  db.rows<LineRow>(sql`select l.line, l.kind, l.merchant_id, m.account_id, m.name as shop, l.reference, l.outcome, l.code, l.amount_cents, l.currency, l.booked_on, l.text,
      l.result, l.why, l.note, s.first_name || ' ' || s.last_name as by
    from bank_file_lines l left join merchants m on m.id = l.merchant_id left join staff s on s.id = l.done_by where l.file_id = ${fileId}
    order by array_position(array['open', 'waiting', 'matched', 'applied', 'dismissed', 'repeated', 'noted'], l.result), l.line limit ${maxLines}`)

export const lineOf = (row: LineRow): BankFileLine => ({
  line: row.line,
  kind: row.kind,
  reference: row.reference,
  shop:
    row.merchant_id !== null && row.account_id !== null && row.shop !== null
      ? { accountId: hexOf(row.account_id), merchantId: hexOf(row.merchant_id), name: row.shop }
      : null,
  outcome: row.outcome,
  code: row.code,
  amount: row.amount_cents === null ? null : Number(row.amount_cents),
  currency: row.currency,
  bookedOn: row.booked_on,
  text: row.text,
  result: row.result,
  why: row.why,
  note: row.note,
  by: row.by,
})
