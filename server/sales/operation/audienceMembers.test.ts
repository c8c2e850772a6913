import { createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { keying, memberKey } from './audienceMembers.ts'

test('a member is kept as the library’s own HMAC, whatever was keyed before it', () => {
  const scope = { merchantId: '01941f29-7c00-766f-a3b9-d61d18d045c7', mode: 'live' } as never // the two facts of a scope that a key is made of
  const key = memberKey('a secret of the installation', scope)
  const keyed = keying(key)
  const digests = Array.from({ length: 50 }, () => randomBytes(32))
  const kept = digests.map(keyed)
  expect(kept).toEqual(digests.map((digest) => createHmac('sha256', key).update(digest).digest()))
})
