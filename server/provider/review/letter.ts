import { isPaperType } from '#domain/merchants/company/papers'
import type { Services } from '../../platform/calls/call.ts'
import type { ConsoleHandler } from '../../platform/calls/consoleHandler.ts'
import { withRecipientLanguage } from '../../platform/calls/messages.ts'
import { idFrom, notFound, problem, Refusal } from '../../platform/calls/refusal.ts'
import { composeEmail } from '../../platform/emails/composeEmail.ts'
import type { EmailContent } from '../../platform/emails/content.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { ibanNoticeValues } from '../../merchants/ibans/notifyPeople.ts'
import { previewApproval } from '../../merchants/ibans/previewApproval.ts'
import { noticeContent } from '../../merchants/noticeDelivery/noticeEmail.ts'
import { changeNotice, paperNotice, type ReviewNotice, shopNotice } from '../../merchants/onboarding/notifyOwners.ts'

type Query = Parameters<ConsoleHandler<'consoleReviewLetter'>>[0]['query']
/** A notice, and the shop that its subject names; or a letter of its own. */
type Composed =
  | { notice: Omit<ReviewNotice, 'type'> & { type: string }; shop: string | null }
  | { letter: (config: Services['config']) => EmailContent }

/** The e-mail that the owners would get for a verdict, by the same functions that send it, in the language of the first owner. */
export const consoleReviewLetter: ConsoleHandler<'consoleReviewLetter'> = async ({ db, params, query, services, now }) => {
  const accountId = idFrom(params.accountId)
  const owner = await db.first<{ locale: string | null }>(sql`select u.locale from members u
    where u.account_id = ${accountId} and u.role = 'owner' and u.disabled_at is null order by u.created_at, u.id limit 1`)
  if (!owner) throw notFound(params.accountId)
  const composed = await compose(db, accountId, query, now)
  return withRecipientLanguage(owner.locale, () => emailOf(composed, services))
}

function emailOf(composed: Composed, { config }: Pick<Services, 'config'>): { subject: string; text: string } {
  const { subject, text } = composeEmail(contentOf(composed, config), config)
  return { subject, text }
}

function contentOf(composed: Composed, config: Services['config']): EmailContent {
  if ('letter' in composed) return composed.letter(config)
  const { type, values, actionUrl } = composed.notice
  return noticeContent({ type, values: [...values], action_url: actionUrl, mode: null, shop: composed.shop }, config)
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
  const letter = approved ? await previewApproval(db, idFrom(of), now) : undefined
  if (letter) return { letter }
  const type = approved ? 'iban_checked' : 'iban_rejected'
  const values = ibanNoticeValues(change.iban, approved ? {} : { reason: words })
  return { notice: { type, values, actionUrl: '/' }, shop: change.shop }
}
