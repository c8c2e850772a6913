import type { NoticeSettings } from '#contract/notifications'
import { isChoice, noticeTypeNames } from '#domain/notices'
import type { Connection } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** What a person has chosen; what they have not is told in the panel, with the digest and without quiet hours (our choice). */
export async function readSettings(db: Connection, userId: string): Promise<NoticeSettings> {
  const [rows, row] = await Promise.all([
    db.rows<{ type: string; panel: boolean; email: boolean }>(sql`select type, panel, email from notice_choices where user_id = ${userId}`),
    db.first<{ digest: boolean; quiet_from: number | null; quiet_to: number | null }>(
      sql`select digest, quiet_from, quiet_to from notice_settings where user_id = ${userId}`,
    ),
  ])
  const chosen = new Map(rows.flatMap(({ type, panel, email }) => (isChoice(type) ? [[type, { panel, email }] as const] : [])))
  return {
    choices: noticeTypeNames.map((type) => ({ type, ...(chosen.get(type) ?? { panel: true, email: false }) })),
    digest: row?.digest ?? true,
    quiet: row && row.quiet_from !== null && row.quiet_to !== null ? { from: row.quiet_from, to: row.quiet_to } : null,
  }
}
