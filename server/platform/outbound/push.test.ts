import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { encryptPush, maxPushBytes } from './pushEncryption.ts'
import { vapidKeyOf, vapidOf } from './vapid.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

it('produces the example message of RFC 8291, section 5, byte for byte', () => {
  const keys = {
    p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  }
  const drawn = { salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'), privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw') }
  expect(encryptPush('When I grow up, I want to be a watermelon', keys, drawn).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

it('produces a different message each time, in one record', () => {
  const browser = createECDH('prime256v1')
  const keys = { p256dh: browser.generateKeys(), auth: randomBytes(16) }
  expect(encryptPush('a', keys)).not.toEqual(encryptPush('a', keys))
  expect(encryptPush('x'.repeat(maxPushBytes), keys)).toHaveLength(86 + 4_096)
  expect(() => encryptPush('x'.repeat(maxPushBytes + 1), keys)).toThrow(RangeError)
})

it('throws for a point that is not on the curve', () => {
  const beside = Buffer.concat([Buffer.of(4), randomBytes(64)])
  expect(() => encryptPush('a', { p256dh: beside, auth: randomBytes(16) })).toThrow()
})

it('signs for one push service, for half a day, verifiable with the public key', () => {
  const vapid = vapidOf(vapidKeyOf('a secret of ours'))
  expect(vapid.publicKey).toBe(vapidOf(vapidKeyOf('a secret of ours')).publicKey)
  expect(vapid.publicKey).not.toBe(vapidOf(vapidKeyOf('another secret')).publicKey)
  const now = new Date('2026-11-22T10:00:00Z')
  const header = vapid.authorization('https://push.example:8443/x/y?z', 'mailto:ayuda@trastienda.test', now)
  const [, head = '', claims = '', mark = '', key = ''] = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? []
  expect(JSON.parse(bytes(head).toString())).toEqual({ typ: 'JWT', alg: 'ES256' })
  expect(JSON.parse(bytes(claims).toString())).toEqual({
    aud: 'https://push.example:8443',
    exp: now.getTime() / 1000 + 12 * 3_600,
    sub: 'mailto:ayuda@trastienda.test',
  })
  const point = bytes(key)
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
  const publicKey = createPublicKey({ format: 'jwk', key: jwk })
  const good = (what: string) => verify('sha256', Buffer.from(what), { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes(mark))
  expect([good(`${head}.${claims}`), good(`${head}.${claims}x`)]).toEqual([true, false])
})
