import { createHmac, generateKeyPairSync } from 'node:crypto'
import { SignJWT, type JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { personas } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer, type TestSession } from '../../testing/testServices.ts'
import { makeTokens } from './token.ts'

let server: TestServer
let session: TestSession
let sessionId: string
beforeAll(async () => {
  server = await startTestServer()
  session = await server.signIn('ownerA')
  sessionId = session.refreshToken.split('.')[0] ?? ''
})
afterAll(() => server.close())

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const seconds = () => Math.floor(Date.now() / 1000)
const keyOf = (purpose: string) => createHmac('sha256', server.services.config.sessionSecrets[0]).update(purpose).digest()
const claims = (change: JWTPayload = {}): JWTPayload => ({
  sub: personas.ownerA.id,
  sid: sessionId,
  aud: 'back-office',
  iss: 'trastienda',
  iat: seconds(),
  exp: seconds() + 600,
  ...change,
})
const signed = (payload: JWTPayload, header: object = {}, key = keyOf('access')) =>
  new SignJWT(payload).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header }).sign(key)
/** Signed by hand with the right key, so that the header can be anything. */
const byHand = (header: object, payload: object = claims(), algorithm = 'sha256') => {
  const text = `${part(header)}.${part(payload)}`
  return `${text}.${createHmac(algorithm, keyOf('access')).update(text).digest('base64url')}`
}
const without = (name: string) => Object.fromEntries(Object.entries(claims()).filter(([key]) => key !== name))
const swapped = (at: number, value: string) =>
  session.accessToken
    .split('.')
    .map((piece, index) => (index === at ? value : piece))
    .join('.')
const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Forged, malformed or foreign tokens; none may be accepted. */
const vectors: Record<string, () => string | Promise<string>> = {
  'no algorithm': () => `${part({ alg: 'none', typ: 'at+jwt' })}.${part(claims())}.`,
  'no algorithm, capital letters': () => `${part({ alg: 'NONE', typ: 'at+jwt' })}.${part(claims())}.`,
  'no algorithm, with a signature': () => byHand({ alg: 'none', typ: 'at+jwt' }),
  'another MAC': () => byHand({ alg: 'HS512', typ: 'at+jwt' }, claims(), 'sha512'),
  'another MAC, same length': () => byHand({ alg: 'HS384', typ: 'at+jwt' }, claims(), 'sha384'),
  'RSA signature': () => new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', typ: 'at+jwt' }).sign(rsa().privateKey),
  'RS256 in the header, our MAC': () => byHand({ alg: 'RS256', typ: 'at+jwt' }),
  'public RSA key as the MAC key': () =>
    signed(claims(), {}, Buffer.from(rsa().publicKey.export({ type: 'spki', format: 'pem' }) as string)),
  'key id that is a path': () =>
    signed(claims(), { kid: '../../../dev/null' }, Buffer.from('')).catch(() =>
      byHand({ alg: 'HS256', typ: 'at+jwt', kid: '../../../dev/null' }, claims(), 'md5'),
    ),
  'key id that is SQL': () => signed(claims(), { kid: "x' union select 'key' --" }, Buffer.from('key')),
  'key address in the header': () => signed(claims(), { jku: 'https://evil.test/keys' }, Buffer.from('their key, thirty-two bytes long.')),
  'key in the header': () =>
    signed(claims(), { jwk: { kty: 'oct', k: Buffer.from('their key').toString('base64url') } }, Buffer.from('their key')),
  'certificate in the header': () => signed(claims(), { x5u: 'https://evil.test/c.pem' }, Buffer.from('their key')),
  'critical extension': () => byHand({ alg: 'HS256', typ: 'at+jwt', crit: ['exp2'], exp2: 1 }),
  'another typ': () => signed(claims(), { typ: 'JWT' }),
  'no typ': () => byHand({ alg: 'HS256' }),
  'another secret': () => signed(claims(), {}, createHmac('sha256', 'another secret').update('access').digest()),
  'the secret itself as key': () => signed(claims(), {}, Buffer.from(server.services.config.sessionSecrets[0])),
  'the refresh key': () => signed(claims(), {}, keyOf('refresh')),
  'empty key': () => byHand({ alg: 'HS256', typ: 'at+jwt' }).replace(/[^.]+$/, createHmac('sha256', '').update('x').digest('base64url')),
  'another audience': () => signed(claims({ aud: 'shops' })),
  'another issuer': () => signed(claims({ iss: 'https://evil.test' })),
  'no audience': () => signed(without('aud')),
  'no end': () => signed(without('exp')),
  'no beginning': () => signed(without('iat')),
  'no person': () => signed(without('sub')),
  'no session': () => signed(without('sid')),
  'not good before tomorrow': () => signed(claims({ nbf: seconds() + 86_400 })),
  'made in the future': () => signed(claims({ iat: seconds() + 3_600, exp: seconds() + 4_000 })),
  'end as text': () => byHand({ alg: 'HS256', typ: 'at+jwt' }, { ...claims(), exp: '9999999999' }),
  'another person of the account': () => signed(claims({ sub: personas.adminA.id })),
  'a session that does not exist': () => signed(claims({ sid: '01900000-0000-7000-8000-00000000dead' })),
  'a session that is no uuid': () => signed(claims({ sid: 'undefined' })),
  'session as SQL': () => signed(claims({ sid: "' or true --" })),
  'person as a list': () => byHand({ alg: 'HS256', typ: 'at+jwt' }, { ...claims(), sub: [personas.ownerA.id] }),
  'payload changed': () => swapped(1, part(claims({ sub: personas.ownerB.id }))),
  'signature cut': () => session.accessToken.slice(0, -2),
  'signature of another token': () => swapped(2, 'A'.repeat(43)),
  'two parts': () => session.accessToken.split('.').slice(0, 2).join('.'),
  'five parts': () => `${session.accessToken}.a.b`,
  'refresh token as access token': () => session.refreshToken,
  'not a token': () => 'x',
  'payload that is no JSON': () => swapped(1, Buffer.from('{').toString('base64url')),
  'a very long one': () => 'a'.repeat(4_000),
}

describe(`an access token that is one of ${Object.keys(vectors).length} forgeries`, () => {
  it.each(Object.keys(vectors))('%s', async (name) => {
    const token = await vectors[name]?.()
    const answer = await server.send('GET', '/v2/me', { headers: { authorization: `Bearer ${token}`, cookie: session.cookie } })
    expect([answer.status, (JSON.parse(answer.raw) as { error: { type: string } }).error.type]).toEqual([401, 'InvalidToken'])
  })

  it('is refused while a valid one is accepted', async () => {
    expect(
      (await server.send('GET', '/v2/me', { headers: { authorization: `Bearer ${await signed(claims())}`, cookie: session.cookie } }))
        .status,
    ).toBe(200)
    const old = await server.send('GET', '/v2/me', {
      headers: { authorization: `Bearer ${await signed(claims({ exp: seconds() - 1 }))}`, cookie: session.cookie },
    })
    expect((JSON.parse(old.raw) as { error: { type: string } }).error.type).toBe('TokenExpired')
  })
})

describe('an access token that was verified before', () => {
  it('is checked for its times again: expired, or issued in the future after the clock went back', async () => {
    const tokens = makeTokens(['one secret'])
    const now = new Date('2026-05-05T10:00:00Z')
    const who = { userId: 'u', sessionId: '01900000-0000-7000-8000-0000000000a1' }
    const token = await tokens.signAccess({ ...who, now })
    const at = (seconds: number) => tokens.readAccess(token, new Date(now.getTime() + seconds * 1000))
    for (let again = 0; again < 2; again += 1) {
      expect(await at(599)).toMatchObject(who)
      await expect(at(600)).rejects.toMatchObject({ type: 'TokenExpired' })
      await expect(at(-31)).rejects.toMatchObject({ type: 'InvalidToken' })
    }
  })

  it('does not make another one valid', async () => {
    const tokens = makeTokens(['one secret'])
    const token = await tokens.signAccess({ userId: 'u', sessionId: '01900000-0000-7000-8000-0000000000a1', now: new Date() })
    await tokens.readAccess(token, new Date())
    const [head = '', claims = '', seal = ''] = token.split('.')
    // Not the last character: of a signature in base64url it has two unused bits.
    const bent = `${seal.startsWith('A') ? 'B' : 'A'}${seal.slice(1)}`
    for (const forged of [`${head}.${claims}.${bent}`, `${head}.${claims}.`, token.slice(1)])
      await expect(tokens.readAccess(forged, new Date())).rejects.toMatchObject({ type: 'InvalidToken' })
  })
})

describe('a refresh token', () => {
  it('is accepted only with our signature', () => {
    const tokens = makeTokens(['one secret'])
    const token = tokens.refreshOf('01900000-0000-7000-8000-0000000000a1', 3)
    expect(tokens.readRefresh(token)).toEqual({ sessionId: '01900000-0000-7000-8000-0000000000a1', generation: 3 })
    const [id = '', , seal = ''] = token.split('.')
    for (const forged of [
      `${id}.4.${seal}`,
      `${id}.03.${seal}`,
      `${id.replace('a1', 'a2')}.3.${seal}`,
      `${id}.3.${'A'.repeat(43)}`,
      makeTokens(['another']).refreshOf(id, 3),
      token.slice(1),
      '',
      '..',
      `${token}\n`,
    ]) {
      expect(() => tokens.readRefresh(forged), forged).toThrow('InvalidToken')
    }
  })

  it('that is forged is refused, and the answer says nothing about the session', async () => {
    const forged = makeTokens(['another secret of somebody else']).refreshOf(sessionId, 1)
    const answer = await server.call('sessionRefresh', { headers: { authorization: `Bearer ${forged}`, cookie: session.cookie } })
    expect([answer.status, answer.error.type]).toEqual([401, 'InvalidToken'])
    expect((await server.call('me', { as: session })).status).toBe(200)
  })
})

describe('while the secret is changed', () => {
  const [former, both, later] = [makeTokens(['the former']), makeTokens(['the next', 'the former']), makeTokens(['the next'])]
  const id = '01900000-0000-7000-8000-0000000000a1'

  it('the first secret makes what both verify', async () => {
    const now = new Date()
    const who = { userId: 'u', sessionId: id }
    expect(await both.readAccess(await former.signAccess({ ...who, now }), now)).toMatchObject(who)
    expect(await later.readAccess(await both.signAccess({ ...who, now }), now)).toMatchObject(who)
    await expect(later.readAccess(await former.signAccess({ ...who, now }), now)).rejects.toMatchObject({ type: 'InvalidToken' })
    const old = await former.signAccess({ ...who, now: new Date(now.getTime() - 3_600_000) })
    await expect(both.readAccess(old, now)).rejects.toMatchObject({ type: 'TokenExpired' })
    expect(await both.sessionOf(old)).toBe(id)
    expect(both.readRefresh(former.refreshOf(id, 3))).toEqual({ sessionId: id, generation: 3 })
    expect(() => later.readRefresh(former.refreshOf(id, 3))).toThrow()
    const link = former.linkOf('credit', id, 1)
    expect([both.isLink(link, 'credit', id, 1), both.isLink(link, 'credit', id, 2), later.isLink(link, 'credit', id, 1)]).toEqual([
      true,
      false,
      false,
    ])
    const code = former.codeOf(id, 1)
    expect([both.isCode(code, id, 1), former.isCode(code, id, 1)]).toEqual([true, true])
    expect(later.linkOf('credit', id, 1)).toBe(both.linkOf('credit', id, 1))
  })

  it('a secret whose hash is stored is made again as it was', () => {
    const [link, short] = [former.linkOf('staff', id, 0), former.shortOf(id, 1)]
    expect(both.storedLinkOf('staff', id, 0, (one) => one === link)).toBe(link)
    expect(both.shortOf(id, 1, (one) => one === short)).toBe(short)
    expect([both.storedLinkOf('staff', id, 0, () => false), both.shortOf(id, 1)]).toEqual([
      later.linkOf('staff', id, 0),
      later.shortOf(id, 1),
    ])
  })
})
