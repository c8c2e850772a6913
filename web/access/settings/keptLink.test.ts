import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clearDrafts } from '../../platform/session/drafts.ts'
import { testStorage } from '../../testing/testStorage.ts'
import { forgetKeptLink, keptLink } from './keptLink.ts'

beforeEach(() => vi.stubGlobal('sessionStorage', testStorage()))
afterEach(() => void vi.unstubAllGlobals())

const opened = (value: unknown) => sessionStorage.setItem('tab:link', JSON.stringify(value))
const link = { uuid: 'u', token: 't' }

it('keeps a link across sign-in and reload for an hour, until it is used or the user signs out', () => {
  opened({ ...link, at: 1_000 })
  expect([keptLink(2_000), keptLink(3_600_000), keptLink(3_601_000)]).toEqual([link, link, null])
  forgetKeptLink()
  expect(keptLink(2_000)).toBeNull()
  opened({ ...link, at: 1_000 })
  clearDrafts()
  expect(keptLink(2_000)).toBeNull()
})

it.each([null, 'x', {}, { uuid: 'u' }, { ...link }, { uuid: 1, token: 't', at: 1 }])('returns null when %j is stored', (value) => {
  opened(value)
  expect(keptLink(2)).toBeNull()
})
