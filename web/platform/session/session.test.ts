import { expect, it, onTestFinished } from 'vitest'
import type { Account } from '#contract/access/account'
import { clientState, currentSession, signedOutState, updateState } from './session.ts'

const account = { userId: 'ana', userType: 'owner', permissions: [], disabled: null } as unknown as Account // only these fields are read

it('keeps its identity until a field changes, and does not notify listeners of equal values', () => {
  onTestFinished(() => clientState.set(signedOutState))
  let notifications = 0
  onTestFinished(clientState.watch(() => (notifications += 1)))
  updateState({ account, merchants: [], mode: 'live' })
  const first = currentSession()
  updateState({ account, mode: 'live' })
  expect([notifications, currentSession() === first]).toEqual([1, true])
  updateState({ notificationsStatus: 'success', profile: { firstName: 'Ana', lastName: 'Gil' } })
  expect([notifications, currentSession() === first]).toEqual([2, true])
  updateState({ mode: 'sandbox' })
  expect([notifications, currentSession() === first, currentSession().sandbox]).toEqual([3, false, true])
})

it('is null without an account', () => {
  clientState.set(signedOutState)
  expect(currentSession).toThrow('no session')
})
