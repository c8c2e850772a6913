import { languageNames } from '#domain/platform/languages'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { offered, text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'

/** Keeps the language that the caller reads. Refuses with ApiValidationException one that is not complete yet. */
export const languageChoose: Handler<'languageChoose'> = async ({ db, caller, body: { language }, audit }) => {
  if (!offered.includes(language))
    throw new Refusal('ApiValidationException', { fields: [{ name: 'language', code: 'option', message: text('errors.field.option') }] })
  await db.run(sql`update users set locale = ${language} where id = ${caller.userId}`)
  audit({ entity: 'user', entityId: caller.userId, after: { language: languageNames[language] } })
  return undefined
}
