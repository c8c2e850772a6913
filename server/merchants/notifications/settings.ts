import type { NoticeSettings } from '#contract/merchants/notifications'
import { isChoice, isMailed, isShown, noticeTypeNames, noticeTypes } from '#domain/merchants/notices'
import type { Handler, Services } from '../../platform/calls/call.ts'
import { deviceHash } from '../../platform/calls/device.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

type Choice = { type: string; panel: boolean; email: boolean; push: boolean | null }

/**
 * What a person has chosen; what they have not is told in the panel (but for each single sale), by mail when it answers an application, with the digest
 * and without quiet hours, and by devices as its type is told at first. `device`: the mark of the browser that asks.
 */
export async function readSettings(
  db: Connection,
  { push }: Pick<Services, 'push'>,
  userId: string,
  device: string | undefined,
): Promise<NoticeSettings> {
  const here = device === undefined ? null : deviceHash(device)
  const [rows, row, told] = await Promise.all([
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
    push: { publicKey: push.publicKey, here: told.some(({ here }) => here), elsewhere: told.filter(({ here }) => !here).length },
  }
}

/** What the caller is told of, and how. */
export const noticeSettingsView: Handler<'noticeSettingsView'> = ({ db, caller, services, http }) =>
  readSettings(db, services, caller.userId, http.device)

/** Changes what the caller is told of, and how; what is not named stays. A type without mail has none, whatever is asked. */
export const noticeSettingsUpdate: Handler<'noticeSettingsUpdate'> = async ({ db, caller, body, services, http, audit }) => {
  for (const { type, panel, email, push } of body.choices ?? [])
    db.send(sql`insert into notice_choices (user_id, type, panel, email, push) values (${caller.userId}, ${type}, ${panel}, ${email && noticeTypes[type].email}, ${push ?? null})
      on conflict (user_id, type) do update set panel = excluded.panel, email = excluded.email, push = coalesce(excluded.push, notice_choices.push)`)
  if (body.digest !== undefined)
    db.send(
      sql`insert into notice_settings (user_id, digest) values (${caller.userId}, ${body.digest}) on conflict (user_id) do update set digest = excluded.digest`,
    )
  if (body.quiet !== undefined)
    db.send(sql`insert into notice_settings (user_id, quiet_from, quiet_to) values (${caller.userId}, ${body.quiet?.from ?? null}, ${body.quiet?.to ?? null})
      on conflict (user_id) do update set quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to`)
  audit({ entity: 'notice_settings', entityId: caller.userId, after: body })
  return readSettings(db, services, caller.userId, http.device)
}
