import { expect, it } from 'vitest'
import type { CallName } from '#contract/index'
import { permissions } from '#contract/permissions'
import { roles } from '#domain/access/roles'
import { quickActionsOf } from './quickActions.ts'
import type { Session } from '../session/session.ts'

/** A session with the fields that the palette reads. */
function sessionOf(role: Session['role'], { disabled = false, status = 'accepted' } = {}): Session {
  const may = (call: CallName) => (permissions[call] as readonly string[]).includes(role)
  const account = { permissions: Object.keys(permissions).filter((call) => may(call as CallName)) }
  return { role, disabled, may, account, merchant: { id: 'a'.repeat(32), status }, merchants: [] } as unknown as Session // only these fields are read
}

const keysOf = (session: Session) => quickActionsOf(session).map(({ key }) => key)

it('offers each action to the roles that may run it, and to a guest only what guests may see', () => {
  expect(Object.fromEntries(roles.map((role) => [role, keysOf(sessionOf(role)).length]))).toEqual({
    owner: 15,
    admin: 14,
    editor: 9,
    guest: 4,
  })
  expect(keysOf(sessionOf('editor'))).not.toContain('preferences.leaked.open')
  expect(keysOf(sessionOf('guest'))).toEqual(['simulate', 'download', 'preferences.tab.product', 'preferences.tab.plugins'])
})

it('offers nothing that the state of merchant or account refuses', () => {
  expect(keysOf(sessionOf('owner', { disabled: true }))).not.toContain('campaigns.new.title')
  expect(keysOf(sessionOf('owner', { status: 'pending' }))).toEqual(['team.invite.title', 'settings.company.papers'])
})
