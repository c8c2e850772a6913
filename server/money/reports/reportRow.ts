import { callsOfReport, type Report, reportTypes } from '#contract/money/reports'
import { centsOrNull } from '#domain/platform/money'
import type { Caller } from '../../platform/calls/call.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'

/** A report's row; days in Madrid's time zone. */
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

/** Its columns, of `r`. */
export const storedReportColumns: Sql = sql`r.id, r.type, r.format, r.name, r.from_on, r.to_on, r.filters, r.recipients, r.version, r.status, r.run, r.progress, r.rows,
  r.size_bytes, r.checksum, r.parts, r.problem, r.missing, r.created_at, r.created_by, r.schedule_id, r.ready_at, r.expires_at,
  (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = r.created_by) as creator`

/** SQL condition: the report `r` of a shop by its id. */
export const thisReport = (scope: Scope, id: string): Sql => sql`${inScope(scope, 'r')} and r.id = ${id}`

/** The status at a time: a file is expired from `expires_at` on, even before it is deleted. */
export const statusOf = ({ status, expires_at }: Pick<StoredReport, 'status' | 'expires_at'>, now: Date): Report['status'] =>
  status === 'ready' && expires_at !== null && expires_at <= now ? 'expired' : status

/** A report in the contract's shape. */
export const reportOf = (stored: StoredReport, now: Date): Report => ({
  id: hexOf(stored.id),
  type: stored.type,
  name: stored.name,
  from: stored.from_on,
  to: stored.to_on,
  format: stored.format,
  filters: stored.filters,
  recipients: stored.recipients,
  status: statusOf(stored, now),
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
 * One report of the shop by its hexadecimal id. Refuses with ObjectNotFoundException, also for one of another shop or mode, and with PermissionDenied
 * when its type is withheld from the caller.
 */
export async function readReport(db: Connection, { scope, caller }: { scope: Scope; caller: Reader }, hex: string): Promise<StoredReport> {
  const id = idFrom(hex)
  const found = await db.first<StoredReport>(sql`select ${storedReportColumns} from reports r where ${thisReport(scope, id)}`)
  if (!found) throw notFound(hex)
  assertMayHave(caller, found.type)
  return found
}

type Type = Report['type']
/** The caller, with their withheld calls. */
type Reader = Pick<Caller, 'withheld'>

/** Whether a caller may have reports of a type: a report must not disclose data of a withheld call. */
const mayHave = ({ withheld }: Reader, type: Type): boolean => !callsOfReport[type].some((call) => withheld.has(call))

/** The types that a caller may see. */
export const typesFor = (caller: Reader): Type[] => reportTypes.filter((type) => mayHave(caller, type))

/** Refuses with PermissionDenied a type that is withheld from the caller. */
export function assertMayHave(caller: Reader, type: Type): void {
  if (!mayHave(caller, type)) throw new Refusal('PermissionDenied')
}
