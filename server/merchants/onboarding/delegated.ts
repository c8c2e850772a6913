import { mostPagesOf } from '#domain/merchants/company/papers'
import { enterpriseView, readEnterprise, saveEnterprise } from '../company/enterprise.ts'
import { keepPaper } from '../company/keepPaper.ts'
import { readPapers } from '../company/papers.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { refuseFile } from '../../platform/calls/refuseFile.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { inspectFile } from '../../platform/uploads/inspectFile.ts'
import { openLink, recordByLink } from './openLink.ts'

/** What a link asks for, and nothing else of the account. Refuses with LinkReplaced. */
export const delegatedView: Handler<'delegatedView'> = ({ services, body, now }) =>
  services.database.write(null, async (db) => {
    const link = await openLink(db, services, body, now)
    db.send(sql`update onboarding_links set opened_at = coalesce(opened_at, ${now}) where id = ${link.id}`)
    const papers = link.documentType === null ? [] : await readPapers(db, link.account, now)
    return {
      recipient: link.recipient,
      owner: link.owner,
      expiresAt: link.expiresAt.toISOString(),
      enterprise: link.step === 'enterprise' ? enterpriseView(await readEnterprise(db, link.account), now) : null,
      paper: papers.find(({ type }) => type === link.documentType) ?? null,
    }
  })

/** Saves any part of the company's data by a link about them. Refuses with LinkReplaced, or ApiValidationException by field. */
export const delegatedSave: Handler<'delegatedSave'> = ({ services, body, now, ip, requestId }) =>
  services.database.write(null, async (db) => {
    const link = await openLink(db, services, body, now)
    if (link.step !== 'enterprise') throw new Refusal('LinkReplaced', { why: 'delegated' })
    const asked = { ...body.enterprise, revision: body.revision }
    const { names, ...stored } = await saveEnterprise(db, link.account, asked, { by: null, now })
    await recordByLink(db, link, { call: 'delegatedSave', ip, requestId, after: { fields: names } })
    return enterpriseView(stored, now)
  })

const upload: Handler<'delegatedUpload'> = async ({ services, body, file, now, ip, requestId }) => {
  const asked = await services.database.write(null, (db) => openLink(db, services, body, now))
  if (asked.documentType === null) throw new Refusal('LinkReplaced', { why: 'delegated' })
  const inspected = await inspectFile(file.bytes, mostPagesOf(asked.documentType)).catch(refuseFile)
  return services.database.write(null, async (db) => {
    const link = await openLink(db, services, body, now)
    if (link.documentType === null) throw new Refusal('LinkReplaced', { why: 'delegated' })
    const handed = { type: link.documentType, side: body.side, name: file.name, inspected, userId: link.createdBy, link: link.id, now }
    const { id, paper } = await keepPaper(db, link.account, handed)
    await recordByLink(db, link, { call: 'delegatedUpload', ip, requestId, after: { document: id, side: body.side } })
    return paper
  })
}

/** Hands in the one paper that a link asks for. Refuses with LinkReplaced before the file is read, and as the owner's own way does. */
export const delegatedUpload: Handler<'delegatedUpload'> = Object.assign(upload, {
  beforeFile: ({ services, body, now }: Parameters<NonNullable<Handler<'delegatedUpload'>['beforeFile']>>[0]) =>
    services.database.write(null, async (db) => void (await openLink(db, services, body, now))),
})

/** Ends a link whose work is done. Refuses with LinkReplaced. */
export const delegatedDone: Handler<'delegatedDone'> = async ({ services, body, now, ip, requestId }) => {
  await services.database.write(null, async (db) => {
    const link = await openLink(db, services, body, now)
    await db.run(sql`update onboarding_links set done_at = ${now} where id = ${link.id}`)
    await recordByLink(db, link, { call: 'delegatedDone', ip, requestId, after: { done: true } })
  })
  return undefined
}
