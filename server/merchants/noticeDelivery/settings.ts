import type { NoticeSettings } from '#contract/merchants/notifications'
import { isChoice, isMailed, isShown, noticeTypeNames, noticeTypes } from '#domain/merchants/notices'
import type { Handler, Services } from '../../platform/calls/call.ts'
import { deviceHash } from '../../platform/calls/device.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

type Choice = { type: string; panel: boolean; email: boolean; push: boolean | null }

/**
 * A person's notification settings. Defaults: shown in the panel (except single sales), mailed when it answers an application, with digest,
 * without weekly e-mail and quiet hours, and pushed as its type defines. `device`: the device cookie of the request.
 */
export async function readSettings(
  db: Connection,
  { push }: Pick<Services, 'push'>,
  userId: string,
  device: string | undefined,
): Promise<NoticeSettings> {
  const ownDevice = device === undefined ? null : deviceHash(device)
  const [rows, row, subscriptions] = await Promise.all([
    db.rows<Choice>(sql`select type, panel, email, push from notification_choices where user_id = ${userId}`),
    db.first<{ digest: boolean; weekly: boolean; quiet_from: number | null; quiet_to: number | null }>(
      sql`select digest, weekly, quiet_from, quiet_to from notification_settings where user_id = ${userId}`,
    ),
    db.rows<{ here: boolean }>(
      sql`select device_hash is not distinct from ${ownDevice} as here from push_subscriptions where user_id = ${userId}`,
    ),
  ])
  const chosen = new Map(rows.flatMap(({ type, ...choice }) => (isChoice(type) ? [[type, choice] as const] : [])))
  return {
    choices: noticeTypeNames.map((type) => {
      const choice = chosen.get(type) ?? { panel: isShown(type), email: isMailed(type), push: null }
      return { type, ...choice, push: choice.push ?? noticeTypes[type].push }
    }),
    digest: row?.digest ?? true,
    weekly: row?.weekly ?? false,
    quiet: row && row.quiet_from !== null && row.quiet_to !== null ? { from: row.quiet_from, to: row.quiet_to } : null,
    push: {
      publicKey: push.publicKey,
      here: subscriptions.some(({ here }) => here),
      elsewhere: subscriptions.filter(({ here }) => !here).length,
    },
  }
}

/** The caller's notification settings. */
export const noticeSettingsView: Handler<'noticeSettingsView'> = ({ db, caller, services, http }) =>
  readSettings(db, services, caller.userId, http.device)

/** Changes the caller's notification settings; settings left out stay. A type without e-mail never has one. */
export const noticeSettingsUpdate: Handler<'noticeSettingsUpdate'> = async ({ db, caller, body, services, http, audit }) => {
  for (const { type, panel, email, push } of body.choices ?? [])
    db.send(sql`insert into notification_choices (user_id, type, panel, email, push) values (${caller.userId}, ${type}, ${panel}, ${email && noticeTypes[type].email}, ${push ?? null})
      on conflict (user_id, type) do update set panel = excluded.panel, email = excluded.email, push = coalesce(excluded.push, notification_choices.push)`)
  if (body.digest !== undefined)
    db.send(
      sql`insert into notification_settings (user_id, digest) values (${caller.userId}, ${body.digest}) on conflict (user_id) do update set digest = excluded.digest`,
    )
  if (body.weekly !== undefined)
    db.send(
      sql`insert into notification_settings (user_id, weekly) values (${caller.userId}, ${body.weekly}) on conflict (user_id) do update set weekly = excluded.weekly`,
    )
  if (body.quiet !== undefined)
    db.send(sql`insert into notification_settings (user_id, quiet_from, quiet_to) values (${caller.userId}, ${body.quiet?.from ?? null}, ${body.quiet?.to ?? null})
      on conflict (user_id) do update set quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to`)
  audit({ entity: 'notification_settings', entityId: caller.userId, after: body })
  return readSettings(db, services, caller.userId, http.device)
}
