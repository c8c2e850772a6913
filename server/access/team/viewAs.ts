import { firstExcess, type Access } from '#domain/access/team'
import { viewMs } from '#domain/access/viewAs'
import type { Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { signView, type Viewed } from '../../platform/calls/viewing.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { lockMember, readCallerAccess, teamRefusal } from './lockTeam.ts'
import { nameOf } from './members.ts'

/** Lets the caller view the application as a role or a person that holds no more than they do. Refuses with TeamChangeNotAllowed. */
export const viewAsStart: Handler<'viewAsStart'> = async ({ db, caller, body, services, now, audit }) => {
  const { viewed, name } = body.userId === undefined ? await ofRole() : await ofPerson(body.userId)
  audit({
    entity: 'user',
    entityId: 'userId' in viewed ? viewed.userId : caller.userId,
    after: { viewedAs: 'role' in viewed ? viewed.role : true },
  })
  return { seal: signView(services, caller.sessionId, viewed, now), name, seconds: viewMs / 1000 }

  async function ofRole(): Promise<{ viewed: Viewed; name: string }> {
    const own = await readCallerAccess(db, caller, now)
    const noRestriction = { withheld: [], refundLimitCents: null, refundDayLimitCents: null }
    const access: Access = { ...own, ...noRestriction, role: body.role ?? 'guest' }
    if (firstExcess(access, { ...own, ...noRestriction })) throw teamRefusal('role')
    return { viewed: { role: access.role }, name: text(`shell.role.${access.role}`) }
  }

  async function ofPerson(hex: string): Promise<{ viewed: Viewed; name: string }> {
    const { giver, row, member } = await lockMember(db, caller, 'viewAsStart', hex, now)
    const id = uuidOf(hex)
    if (id === undefined || row.disabled_at !== null) throw notFound(hex)
    if (firstExcess(member, giver) !== null) throw teamRefusal('above')
    return { viewed: { userId: id }, name: nameOf(row) }
  }
}
