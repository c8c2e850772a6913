import { expect, it } from 'vitest'
import type { CallName } from '#contract/index'
import { permissions } from '#contract/permissions'
import { roles } from '#domain/access/roles'
import { quickActionsOf } from './quickActions.ts'
import type { Session } from '../session/session.ts'

/** Somebody of a role at a shop, as far as the palette looks. */
function somebody(role: Session['role'], { disabled = false, status = 'accepted' } = {}): Session {
  const may = (call: CallName) => (permissions[call] as readonly string[]).includes(role)
  const account = { permissions: Object.keys(permissions).filter((call) => may(call as CallName)) }
  return { role, disabled, may, account, merchant: { id: 'a'.repeat(32), status }, merchants: [] } as unknown as Session // what it looks at
}

const keysOf = (session: Session) => quickActionsOf(session).map(({ key }) => key)

it('offers each job of the day to those who may do it, and nothing to a guest', () => {
  expect(Object.fromEntries(roles.map((role) => [role, keysOf(somebody(role)).length]))).toEqual({
    owner: 6,
    admin: 6,
    editor: 3,
    guest: 0,
  })
  expect(keysOf(somebody('editor'))).not.toContain('preferences.leaked.open')
})

it('offers nothing that the state of shop or account refuses', () => {
  expect(keysOf(somebody('owner', { disabled: true }))).not.toContain('campaigns.new.title')
  expect(keysOf(somebody('owner', { status: 'pending' }))).toEqual(['team.invite.title'])
})
