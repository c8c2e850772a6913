import { isPaperType } from '#domain/merchants/company/papers'
import type { Services } from '../../platform/calls/call.ts'
import type { ConsoleHandler } from '../../platform/calls/consoleHandler.ts'
import { withRecipientLanguage } from '../../platform/calls/messages.ts'
import { idFrom, notFound, problem, Refusal } from '../../platform/calls/refusal.ts'
import { composeEmail } from '../../platform/emails/composeEmail.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { coolingMs } from '../../merchants/ibans/coolingEnd.ts'
import { ibanNoticeValues } from '../../merchants/ibans/notifyPeople.ts'
import { noticeContent } from '../../merchants/noticeDelivery/noticeEmail.ts'
import { changeNotice, paperNotice, type ReviewNotice, shopNotice } from '../../merchants/onboarding/notifyOwners.ts'

type Query = Parameters<ConsoleHandler<'consoleReviewLetter'>>[0]['query']
/** A notice, and the shop that its subject names. */
type Composed = { notice: Omit<ReviewNotice, 'type'> & { type: string }; shop: string | null }

/** The e-mail that the owners would get for a verdict, by the same functions that send it, in the language of the first owner. */
export const consoleReviewLetter: ConsoleHandler<'consoleReviewLetter'> = async ({ db, params, query, services, now }) => {
  const accountId = idFrom(params.accountId)
  const owner = await db.first<{ locale: string | null }>(sql`select u.locale from members u
    where u.account_id = ${accountId} and u.role = 'owner' and u.disabled_at is null order by u.created_at, u.id limit 1`)
  if (!owner) throw notFound(params.accountId)
  const composed = await compose(db, accountId, query, now)
  return withRecipientLanguage(owner.locale, () => emailOf(composed, services))
}

function emailOf(
  { notice: { type, values, actionUrl }, shop }: Composed,
  { config }: Pick<Services, 'config'>,
): { subject: string; text: string } {
  const content = noticeContent({ type, values: [...values], action_url: actionUrl, mode: null, shop }, config)
  const { subject, text } = composeEmail(content, config)
  return { subject, text }
}

async function compose(db: Connection, accountId: string, query: Query, now: Date): Promise<Composed> {
  const { about, of = '', words = '' } = query
  const approved = query.approved === 'yes'
  if (about === 'change') return { notice: changeNotice(words), shop: null }
  if (about === 'document') {
    if (!isPaperType(of)) throw new Refusal('ApiValidationException', { fields: [problem('of', 'option')] })
    const { reason = 'illegible' } = query
    return { notice: paperNotice(of, approved ? { approved } : { approved, reason, note: words || null }), shop: null }
  }
  const verdict = approved ? ({ approved } as const) : ({ approved, reason: words } as const)
  if (about === 'shop') {
    const shop = await db.first<{ name: string }>(sql`select name from merchants where id = ${idFrom(of)} and account_id = ${accountId}`)
    if (!shop) throw notFound(of)
    return { notice: shopNotice(shop.name, verdict), shop: null }
  }
  const change = await db.first<{
    iban: string
    shop: string
  }>(sql`select b.iban, m.name as shop from bank_accounts b join merchants m on m.id = b.merchant_id
    where b.id = ${idFrom(of)} and b.account_id = ${accountId}`)
  if (!change) throw notFound(of)
  const details = approved ? { from: new Date(now.getTime() + coolingMs.usual) } : { reason: words }
  const type = approved ? 'iban_approved' : 'iban_rejected'
  return { notice: { type, values: ibanNoticeValues(change.iban, details), actionUrl: '/' }, shop: change.shop }
}
