import { newId } from '../../platform/database/newId.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { notify } from '../notices/notify.ts'

type News = { keyId: string; news: 'created' | 'renewed' | 'revoked'; overlapEndsAt: Date | null; now: Date }

const notices = { created: 'key_renewed', renewed: 'key_renewed', revoked: 'key_revoked' } as const

/** Leaves a notice for owners and admins and a letter for every owner, in the caller's transaction and without waiting. */
export function tellOfKey(db: Connection, { merchantId, mode }: Scope, { keyId, news, overlapEndsAt, now }: News): void {
  db.send(sql`insert into api_key_letters (id, merchant_id, mode, key_id, news, overlap_ends_at, user_id, send_at)
    select (substr(${newId(now)}, 1, 23) || substr(gen_random_uuid()::text, 24))::uuid, ${merchantId}::uuid, ${mode}::mode, ${keyId}::uuid, ${news}, ${overlapEndsAt}::timestamptz, u.id, ${now}::timestamptz
    from users u join merchants m on m.account_id = u.account_id where m.id = ${merchantId} and u.role = 'owner' and u.disabled_at is null and u.password_hash is not null
      and (not exists (select from user_merchants where user_id = u.id) or exists (select from user_merchants um where um.user_id = u.id and um.merchant_id = m.id))`)
  notify(db, {
    about: { merchantId },
    type: notices[news],
    level: 'warning',
    values: [],
    actionUrl: preferencesPath(merchantId, mode),
    roles: ['owner', 'admin'],
    now,
  })
}

/** Where keys are looked at, in their own mode. */
export const preferencesPath = (merchantId: string, mode: Scope['mode']): string =>
  `/merchants/${hexOf(merchantId)}/preferences${mode === 'sandbox' ? '?sandbox=true' : ''}`
