import { expect, it, onTestFinished } from 'vitest'
import type { Account } from '#contract/access/account'
import { clientState, presentSession, signedOutState, updateState } from './session.ts'

const account = { userId: 'ana', userType: 'owner', permissions: [], disabled: null } as unknown as Account // no more of it is looked at

it('is one value until something of it changes, and tells nobody of what is the same', () => {
  onTestFinished(() => clientState.set(signedOutState))
  let told = 0
  onTestFinished(clientState.watch(() => (told += 1)))
  updateState({ account, merchants: [], mode: 'live' })
  const first = presentSession()
  updateState({ account, mode: 'live' })
  expect([told, presentSession() === first]).toEqual([1, true])
  updateState({ notificationsStatus: 'success', profile: { firstName: 'Ana', lastName: 'Gil' } })
  expect([told, presentSession() === first]).toEqual([2, true])
  updateState({ mode: 'sandbox' })
  expect([told, presentSession() === first, presentSession().sandbox]).toEqual([3, false, true])
})

it('is none without an account', () => {
  clientState.set(signedOutState)
  expect(presentSession).toThrow('no session')
})
