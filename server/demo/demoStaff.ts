import { confirmationHours } from '#domain/provider/staff'
import type pg from 'pg'
import { hexOf } from '../platform/calls/wire.ts'
import { withClient } from '../platform/database/withClient.ts'
import { idOf } from './accounts.ts'
import { demoPasswordHash } from './personas.ts'
import { staffPersonas } from './staffPersonas.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

type OpenDemoStaff = {
  /** The role that owns the tables. */
  ownerUrl: string
  demoPassword: string
  /** Encrypts the secret of a member's authenticator app as the server does. */
  seal: (staffId: string, secret: Buffer) => Buffer
  now?: Date
}

/**
 * Makes the provider's people of the demo, or lets them in again: with the demo password and the codes of their apps, whose secrets are sealed anew, because
 * the server's secret may have changed.
 */
export function openDemoStaff({ ownerUrl, demoPassword, seal, now = new Date() }: OpenDemoStaff): Promise<void> {
  return withClient(ownerUrl, async (client) => {
    const { rowCount } = await client.query('select from staff where demo limit 1')
    if (rowCount === 0) await addStaff(client, demoPasswordHash(demoPassword), seal, now)
    else
      for (const { id, secret } of staffPersonas)
        await client.query('update staff set sealed_secret = $2, disabled_at = null where id = $1 and demo', [id, seal(id, secret)])
  })
}

/** Without the demo nobody signs in with its published passwords and secrets, nor whom its people have invited. */
export const closeDemoStaff = (ownerUrl: string): Promise<void> =>
  withClient(ownerUrl, async (client) => {
    await client.query('update staff set disabled_at = now() where demo and joined_at is not null and disabled_at is null')
    await client.query('update staff_links set used_at = now() where used_at is null and staff_id in (select id from staff where demo)')
  })

async function addStaff(client: pg.Client, passwordHash: string, seal: OpenDemoStaff['seal'], now: Date): Promise<void> {
  await client.query('begin')
  for (const [nth, { id, email, firstName, lastName, roles, secret }] of staffPersonas.entries())
    await client.query(
      `insert into staff (id, email, first_name, last_name, roles, password_hash, sealed_secret, demo, created_at, joined_at)
       values ($1, $2, $3, $4, $5, $6, $7, true, $8, $8)`,
      [id, email, firstName, lastName, roles, passwordHash, seal(id, secret), new Date(now.getTime() - (400 - nth) * DAY)],
    )
  await addConfirmation(client, now)
  await client.query('commit')
}

/** Marta asks for a further role for Iván, which waits for a second person. */
async function addConfirmation(client: pg.Client, now: Date): Promise<void> {
  const [, marta, ivan] = staffPersonas
  if (!marta || !ivan) throw new Error('the demo has no staff')
  const roles = [...ivan.roles, 'support'].toSorted()
  const requestedAt = new Date(now.getTime() - 3 * HOUR)
  await client.query(
    `insert into staff_confirmations (id, call, params, body, entity, entity_id, before, after, requested_by, requested_at, expires_at)
     values ($1, 'staffRolesChange', $2, $3, 'staff', $4, $5, $6, $7, $8, $9)`,
    [
      idOf('confirmation/roles'),
      { staffId: hexOf(ivan.id) },
      { roles },
      ivan.id,
      { roles: [...ivan.roles] },
      { roles },
      marta.id,
      requestedAt,
      new Date(requestedAt.getTime() + confirmationHours * HOUR),
    ],
  )
}
