import { expect, it } from 'vitest'
import type { OpenKey } from '../keys/keyring.ts'
import { makeRefusalLines } from './shopRefusal.ts'

const key = (keyId: string, kind: OpenKey['kind']): OpenKey => ({ keyId, kind, merchantId: 'm', accountId: 'a', mode: 'live', rights: [] })
const refund = { name: 'operationRefund', method: 'POST' }
const view = { name: 'operationView', method: 'GET' }

it('audits one refusal a minute per key, call and reason', () => {
  let at = new Date('2026-03-02T08:15:00Z')
  const isAudited = makeRefusalLines(() => at)
  const lines = () => [
    isAudited(key('1', 'public'), refund, 'PermissionDenied'),
    isAudited(key('2', 'private'), refund, 'PermissionDenied'),
    isAudited(key('2', 'private'), view, 'ObjectNotFoundException'),
    isAudited(key('2', 'private'), view, 'AccountDisabled'),
  ]
  expect(lines()).toEqual([true, true, true, true])
  at = new Date('2026-03-02T08:15:59Z')
  expect(lines()).toEqual([false, false, false, false])
  at = new Date('2026-03-02T08:16:00Z')
  expect(lines()).toEqual([true, true, true, true])
})

it('audits no refused reads of public keys', () => {
  const isAudited = makeRefusalLines(() => new Date())
  expect(isAudited(key('1', 'public'), view, 'PermissionDenied')).toBe(false)
})
