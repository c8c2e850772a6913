import { callsOfReport, type Report, reportTypes } from '#contract/money/reports'
import { centsOrNull } from '#domain/platform/money'
import type { Caller } from '../../platform/calls/call.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'

/** A report as the database keeps it; days of Madrid. */
export type StoredReport = {
  id: string
  type: Report['type']
  format: Report['format']
  name: string
  from_on: string
  to_on: string
  filters: Report['filters']
  recipients: string[]
  version: number
  status: Report['status']
  run: number
  progress: number
  rows: bigint | null
  size_bytes: bigint | null
  checksum: Buffer | null
  parts: number | null
  problem: Report['problem']
  missing: Report['missing']
  created_at: Date
  created_by: string | null
  creator: string | null
  schedule_id: string | null
  ready_at: Date | null
  expires_at: Date | null
}

/** Its columns, over `r`. */
export const storedReportColumns: Sql = sql`r.id, r.type, r.format, r.name, r.from_on, r.to_on, r.filters, r.recipients, r.version, r.status, r.run, r.progress, r.rows,
  r.size_bytes, r.checksum, r.parts, r.problem, r.missing, r.created_at, r.created_by, r.schedule_id, r.ready_at, r.expires_at,
  (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = r.created_by) as creator`

/** What a shop's report is found by. */
export const thisReport = ({ merchantId, mode }: Scope, id: string): Sql =>
  sql`r.merchant_id = ${merchantId} and r.mode = ${mode} and r.id = ${id}`

/** A file past its time is expired from that moment on, even before its bytes are swept. */
export const standingOf = ({ status, expires_at }: Pick<StoredReport, 'status' | 'expires_at'>, now: Date): Report['status'] =>
  status === 'ready' && expires_at !== null && expires_at <= now ? 'expired' : status

/** A report as the contract says it. */
export const reportOf = (stored: StoredReport, now: Date): Report => ({
  id: hexOf(stored.id),
  type: stored.type,
  name: stored.name,
  from: stored.from_on,
  to: stored.to_on,
  format: stored.format,
  filters: stored.filters,
  recipients: stored.recipients,
  status: standingOf(stored, now),
  progress: stored.progress,
  rows: centsOrNull(stored.rows),
  sizeBytes: centsOrNull(stored.size_bytes),
  checksum: stored.checksum?.toString('hex') ?? null,
  version: stored.version,
  problem: stored.problem,
  missing: stored.missing,
  created: stored.created_at.toISOString(),
  createdBy: stored.creator,
  scheduleId: stored.schedule_id === null ? null : hexOf(stored.schedule_id),
  readyAt: stored.ready_at?.toISOString() ?? null,
  expiresAt: stored.expires_at?.toISOString() ?? null,
})

/**
 * One report of the shop by its id as it travels. Refuses with ObjectNotFoundException, another shop's or mode's like one that is not there, and with
 * PermissionDenied one of what is withheld from the caller.
 */
export async function readReport(db: Connection, { scope, caller }: { scope: Scope; caller: Reader }, hex: string): Promise<StoredReport> {
  const id = idFrom(hex)
  const found = await db.first<StoredReport>(sql`select ${storedReportColumns} from reports r where ${thisReport(scope, id)}`)
  if (!found) throw notFound(hex)
  assertMayHave(caller, found.type)
  return found
}

type Type = Report['type']
/** Who asks: of a person, the calls that are withheld. */
type Reader = Pick<Caller, 'withheld'>

/** Whether a caller may have what stands in reports of a type: a right that is withheld is not come by in the files of another. */
const mayHave = ({ withheld }: Reader, type: Type): boolean => !callsOfReport[type].some((call) => withheld.has(call))

/** The types that a caller is shown. */
export const typesFor = (caller: Reader): Type[] => reportTypes.filter((type) => mayHave(caller, type))

/** Refuses with PermissionDenied a type whose figures are withheld from the caller. */
export function assertMayHave(caller: Reader, type: Type): void {
  if (!mayHave(caller, type)) throw new Refusal('PermissionDenied')
}
