import type { BodyInput } from '#contract/platform/endpoint'
import type { teamInvite, teamUpdate } from '#contract/access/team'
import { personas, testPassword, type Persona } from '../testFixture.ts'
import { startTestServer, type As, type TestServer, type TestSession } from '../testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { storedMail } from '../../platform/outbound/storedMail.ts'
import { sendOutbox } from '../outbox/sendOutbox.ts'

/** The team calls, for tests. */
export function teamOf(server: TestServer) {
  const idOf = (persona: Persona) => hexOf(personas[persona].id)
  return {
    idOf,
    /** A separate session with a fresh password. */
    async fresh(persona: Persona): Promise<TestSession> {
      const session = await server.signIn(persona)
      await server.call('meStepUp', { body: { password: testPassword }, as: session })
      return session
    },
    /** All members as the fixture created them: with their role and shops, all their rights, no limit and no end. */
    restore: () =>
      server.ownerSql(
        `with shops as (delete from user_merchants where user_id <> $1), exits as (delete from owner_exits),
        people as (update users set credentials_changed_at = null, closed_at = null where id = any($2::uuid[]))
        update memberships u set role = p.role, disabled_at = null, removed_at = null, access_until = null, access_warned_at = null, access_ended_at = null,
          owner_since = null, owner_until = null, withheld = '{}', refund_limit_cents = null, refund_day_limit_cents = null
        from unnest($2::uuid[], $3::text[]) as p (id, role) where u.user_id = p.id`,
        [personas.limitedA.id, Object.values(personas).map(({ id }) => id), Object.values(personas).map(({ role }) => role)],
      ),
    list: (as: As) => server.call('teamList', { as }),
    invite: (as: As, body: BodyInput<typeof teamInvite>) => server.call('teamInvite', { body, as }),
    /** Based on what the member holds now, unless overridden. */
    async update(as: As, userId: string, body: BodyInput<typeof teamUpdate>) {
      const [now] = await server.ownerSql<{ revision: number }>(
        `select access_revision as revision from members where replace(id::text, '-', '') = $1`,
        [userId],
      )
      return server.call('teamUpdate', { params: { userId }, body: { revision: now?.revision ?? 0, ...body }, as })
    },
    remove: (as: As, userId: string) => server.call('teamRemove', { params: { userId }, as }),
    resend: (as: As, userId: string) => server.call('teamResend', { params: { userId }, as }),
    /** E-mails sent to an address, newest first, with the contents of their link. */
    async emailsTo(address: string): Promise<{ subject: string; text: string; uuid: string; token: string }[]> {
      await sendOutbox(server.services, 'team_email')
      return (await storedMail(server.services.config))
        .filter(({ to }) => to === address)
        .map(({ subject, text }) => {
          const [, uuid = '', token = ''] = /\/invitation#([0-9a-f]{32})\.([\w-]{43})/.exec(text) ?? []
          return { subject, text, uuid, token }
        })
    },
    accept: (
      link: { uuid: string; token: string },
      more: Partial<{ firstName: string; newPassword1: string; newPassword2: string }> = {},
    ) =>
      server.call('invitationAccept', {
        params: { uuid: link.uuid },
        body: { token: link.token, firstName: 'Inés', lastName: 'Soto Rey', newPassword1: newPassword, newPassword2: newPassword, ...more },
      }),
    /** Signs in with any address; its status and session. */
    async enter(email: string, password = newPassword): Promise<{ status: number; session: TestSession }> {
      const answer = await server.call('sessionSignIn', { body: { email, password } })
      const cookie = /((?:__Host-)?sid=[^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? ''
      return { status: answer.status, session: { ...answer.body, cookie } }
    },
  }
}

export const newPassword = 'Escaparate de invierno 9'

/** A server for one test file, with its team calls, and its owner and admin, who have a fresh step-up. */
export async function startTeam() {
  const server = await startTestServer()
  const team = teamOf(server)
  return { server, team, owner: await team.fresh('ownerA'), admin: await team.fresh('adminA') }
}
