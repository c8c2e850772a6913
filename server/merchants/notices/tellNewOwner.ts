import type { Connection } from '../../platform/database/database.ts'
import { notify } from './notify.ts'

/** Tells every owner, by mail too and whatever they chose, that there is another one: nobody adds an owner unseen. */
export function tellNewOwner(db: Connection, { accountId, name, now }: { accountId: string; name: string; now: Date }): void {
  notify(db, {
    about: { accountId },
    type: 'owner_added',
    level: 'warning',
    values: [{ key: 'name', value: name }],
    actionUrl: '/settings/users-permissions',
    roles: ['owner'],
    byMail: true,
    now,
  })
}
