import { createHmac } from 'node:crypto'
import type { Endpoint } from '#contract/platform/endpoint'
import { deniedWhenSandboxOnly, withheldCalls } from '#contract/permissions'
import { roles, type Role } from '#domain/access/roles'
import { viewMs } from '#domain/access/viewAs'
import { sql } from '../database/sql.ts'
import type { Caller, Services } from './call.ts'
import { entersShop } from '../database/entersShop.ts'
import { secretsMatch } from './token.ts'
import { Refusal } from './refusal.ts'

// Viewing the application as somebody else: a signed token beside the session, which can only remove rights.

/** As whom the application is viewed: a member of the account, or any member with a role. */
export type Viewed = { userId: string } | { role: Role }

const sealOf = (secret: string, text: string, sessionId: string): string =>
  createHmac('sha256', createHmac('sha256', secret).update('view-as').digest()).update(`${sessionId}.${text}`).digest('base64url')

/** Signs a view token for one session, valid for a quarter of an hour. */
export function signView({ config }: Pick<Services, 'config'>, sessionId: string, viewed: Viewed, now: Date): string {
  const text = `${'userId' in viewed ? viewed.userId : viewed.role}.${now.getTime() + viewMs}`
  return `${text}.${sealOf(config.sessionSecrets[0], text, sessionId)}`
}

function readView({ config }: Pick<Services, 'config'>, sessionId: string, seal: string, now: Date): Viewed | null {
  const [whom = '', ends = '', signature = ''] = seal.split('.')
  const isOurs = config.sessionSecrets.some((secret) => secretsMatch(signature, sealOf(secret, `${whom}.${ends}`, sessionId)))
  if (!isOurs || !(Number(ends) > now.getTime())) return null
  const role = roles.find((one) => one === whom)
  return role ? { role } : { userId: whom }
}

type Row = { role: Role; withheld: string[]; sandbox_only: boolean; merchant_ids: string[] }

/**
 * A member of the provider's staff who looks as a merchant keeps the owner's rights to read, and writes nothing. Else the caller with the rights of the
 * viewed member: the intersection of both, read-only. Refuses with ViewEnded when the token has expired, belongs to another session, or names a member
 * who is no longer below the caller; with ViewOnly for writes.
 */
export async function asViewed(
  services: Services,
  caller: Caller,
  seal: string | string[] | undefined,
  { method, policy }: Endpoint,
  now: Date,
): Promise<Caller> {
  if (caller.staffView) {
    if (method !== 'GET' && !('whileViewing' in policy)) throw new Refusal('ViewOnly')
    return caller
  }
  if (seal === undefined) return caller
  const viewed = typeof seal === 'string' ? readView(services, caller.sessionId, seal, now) : null
  const seen = viewed && (await rightsOf(services, caller, viewed))
  if (!seen || roles.indexOf(seen.role) < roles.indexOf(caller.role)) throw new Refusal('ViewEnded')
  if (method !== 'GET' && !('whileViewing' in policy)) throw new Refusal('ViewOnly')
  const membership = {
    accountId: caller.accountId,
    disabled: caller.disabled,
    ...(caller.relationEnded && { relationEnded: caller.relationEnded }),
    role: seen.role,
    withheld: new Set([...caller.withheld, ...withheldCalls(seen.withheld), ...(seen.sandbox_only ? deniedWhenSandboxOnly : [])]),
    sandboxOnly: caller.sandboxOnly || seen.sandbox_only,
    merchantIds: new Set(seen.merchant_ids.filter((id) => caller.merchantIds.has(id))),
    mustAddFactor: false,
  }
  return { ...caller, ...membership, ownRole: caller.role, memberships: [membership] }
}

/** The current rights of the viewed member; undefined when they have left. */
async function rightsOf(services: Services, { accountId, merchantIds }: Caller, viewed: Viewed): Promise<Row | undefined> {
  if ('role' in viewed) return { role: viewed.role, withheld: [], sandbox_only: false, merchant_ids: [...merchantIds] }
  return services.database.read(null, (db) =>
    db.first<Row>(sql`select u.role, u.withheld, u.sandbox_only, array(select m.id from merchants m where m.account_id = u.account_id
        and ${entersShop(sql`m.id`)}) as merchant_ids
      from members u where u.id = ${viewed.userId} and u.account_id = ${accountId} and u.disabled_at is null and u.joined_at is not null`),
  )
}
