import type { NoticeSettings } from '#contract/merchants/notifications'
import { isChoice, isMailed, isShown, noticeTypeNames, noticeTypes } from '#domain/merchants/notices'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { deviceHash } from '../../platform/calls/device.ts'

type Choice = { type: string; panel: boolean; email: boolean; push: boolean | null }

/**
 * A person's notification settings. Defaults: shown in the panel (except single sales), mailed when it answers an application, with digest,
 * without quiet hours, and pushed as its type defines. `device`: the device cookie of the request.
 */
export async function readSettings(
  db: Connection,
  { push }: Pick<Services, 'push'>,
  userId: string,
  device: string | undefined,
): Promise<NoticeSettings> {
  const here = device === undefined ? null : deviceHash(device)
  const [rows, row, subscriptions] = await Promise.all([
    db.rows<Choice>(sql`select type, panel, email, push from notice_choices where user_id = ${userId}`),
    db.first<{ digest: boolean; quiet_from: number | null; quiet_to: number | null }>(
      sql`select digest, quiet_from, quiet_to from notice_settings where user_id = ${userId}`,
    ),
    db.rows<{ here: boolean }>(
      sql`select device_hash is not distinct from ${here} as here from push_subscriptions where user_id = ${userId}`,
    ),
  ])
  const chosen = new Map(rows.flatMap(({ type, ...choice }) => (isChoice(type) ? [[type, choice] as const] : [])))
  return {
    choices: noticeTypeNames.map((type) => {
      const choice = chosen.get(type) ?? { panel: isShown(type), email: isMailed(type), push: null }
      return { type, ...choice, push: choice.push ?? noticeTypes[type].push }
    }),
    digest: row?.digest ?? true,
    quiet: row && row.quiet_from !== null && row.quiet_to !== null ? { from: row.quiet_from, to: row.quiet_to } : null,
    push: {
      publicKey: push.publicKey,
      here: subscriptions.some(({ here }) => here),
      elsewhere: subscriptions.filter(({ here }) => !here).length,
    },
  }
}
