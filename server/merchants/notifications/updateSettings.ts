import { noticeTypes } from '#domain/merchants/notices'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { readSettings } from './readSettings.ts'

/** Changes the caller's notification settings; settings left out stay. A type without e-mail never has one. */
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
