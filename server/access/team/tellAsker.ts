import { roles } from '#domain/access/roles'
import type { Connection } from '../../platform/database/database.ts'
import { notify } from '../../merchants/notices/notify.ts'

type Asked = { account_id: string; user_id: string; asked_right: string }

/** Tells whoever asked for a right what became of it. */
export function tellAsker(db: Connection, asked: Asked, type: 'access_granted' | 'access_declined', now: Date): void {
  notify(db, {
    about: { accountId: asked.account_id },
    type,
    level: type === 'access_granted' ? 'success' : 'warning',
    values: [{ key: 'right', said: [{ of: `team.right.${asked.asked_right}` }] }],
    actionUrl: null,
    roles,
    userId: asked.user_id,
    now,
  })
}
