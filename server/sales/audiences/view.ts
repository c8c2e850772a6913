import type { Audience } from '#contract/sales/audiences'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import type { Handler, Services } from '../../platform/calls/call.ts'
import { audienceOf, readAudience } from './audienceRow.ts'

/** One audience, also one that was erased: its receipt stays. */
export const audienceDetail: Handler<'audienceDetail'> = ({ db, scope, params, now, services }) =>
  showAudience(db, scope, params.uuid, { now, services })

/** An audience as it stands now: what every verb answers. */
export async function showAudience(
  db: Connection,
  scope: Scope,
  hex: string,
  { now, services }: { now: Date; services: Services },
): Promise<Audience> {
  return audienceOf(await readAudience(db, scope, hex, { now, secret: services.config.sessionSecret }))
}
