import type { Services } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { EmailContent } from '../../platform/emails/content.ts'
import { coolingEnd } from './coolingEnd.ts'
import { ibanContent, type IbanFacts } from './ibanEmail.ts'

/**
 * What the letter about an approval now would say, in the current language, for staff: with a placeholder for the link that stops the change. Undefined when
 * none is sent yet, because another owner has still to consent.
 */
export async function previewApproval(
  db: Connection,
  bankAccountId: string,
  now: Date,
): Promise<((config: Pick<Services['config'], 'brand'>) => EmailContent) | undefined> {
  const facts = await db.first<
    Omit<IbanFacts, 'news' | 'link'>
  >(sql`select b.iban, p.iban as old, m.name as shop, u.first_name || ' ' || u.last_name as who,
      b.created_at, b.user_agent, ${coolingEnd(now)} as effective_from, b.new_device
    from bank_accounts b join merchants m on m.id = b.merchant_id join users u on u.id = b.requested_by left join bank_accounts p on p.id = b.previous_id
    where b.id = ${bankAccountId} and (b.second_owner_id is not null or not b.needs_second_owner)`)
  return facts && (({ brand }) => ibanContent({ ...facts, news: 'approved', link: '…' }, { brand }))
}
