import { createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { keying, memberKey } from './audienceMembers.ts'

test('the stored form of a member equals HMAC of node:crypto, whatever was hashed before', () => {
  const scope = { merchantId: '01941f29-7c00-766f-a3b9-d61d18d045c7', mode: 'live' } as never // the two fields of a scope that the key is derived from
  const key = memberKey('a secret of the installation', scope)
  const keyed = keying(key)
  const digests = Array.from({ length: 50 }, () => randomBytes(32))
  const stored = digests.map(keyed)
  expect(stored).toEqual(digests.map((digest) => createHmac('sha256', key).update(digest).digest()))
})
