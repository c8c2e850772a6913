import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
// @ts-expect-error -- the package has no types
import Issuer from 'oidc-provider'

export type IssuedPerson = { email: string; email_verified: boolean; given_name: string; family_name: string; groups: string | string[] }
type Account = { accountId: string; claims(): Promise<object> }
type Grant = { addOIDCScope(scope: string): void; save(): Promise<void> }
type Context = { oidc: { provider: { Grant: new (of: object) => Grant }; client: { clientId: string }; session: { accountId: string } } }
type Handler = { callback(): Parameters<typeof createServer>[1] }

export const testClient = { id: 'console', secret: 'a secret of the tests of forty characters' }

/** A real OpenID Connect issuer on this machine. `people`: their claims by subject; anybody signs in by typing their subject. */
export async function startTestIssuer(redirectUri: string, people: Record<string, IssuedPerson>) {
  const server: Server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new (Issuer as new (issuer: string, settings: object) => Handler)(url, {
    clients: [{ client_id: testClient.id, client_secret: testClient.secret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: { keys: ['a key of the tests'] },
    findAccount: async (_context: unknown, subject: string): Promise<Account> => ({
      accountId: subject,
      claims: async () => ({ sub: subject, ...people[subject] }),
    }),
    async loadExistingGrant({ oidc }: Context): Promise<Grant> {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  if (answer) server.on('request', answer)

  /** What the browser of a person does there, from the address where it is sent to the query with which it comes back. */
  async function enter(address: string, subject: string): Promise<string> {
    const jar = new Map<string, string>()
    let next: RequestInit = {}
    for (let at = address, step = 0; step < 10; step += 1) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const got = await fetch(at, { ...next, redirect: 'manual', headers: { ...next.headers, cookie } })
      for (const one of got.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
        jar.set(name, value)
      }
      const text = await got.text()
      const location = got.headers.get('location')
      if (location === null) {
        const action = /<form[^>]*action="([^"]+)"/.exec(text)?.[1]
        if (action === undefined) throw new Error(`the issuer shows no form: ${got.status} ${text.slice(0, 500)}`)
        next = {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: `prompt=login&login=${subject}&password=x`,
        }
        at = new URL(action, at).href
        continue
      }
      if (location.startsWith(redirectUri)) return new URL(location).search.slice(1)
      next = {}
      at = new URL(location, at).href
    }
    throw new Error('the issuer does not come back')
  }

  return { url, enter, close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}
