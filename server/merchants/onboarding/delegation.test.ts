import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestSession } from '../../testing/testServices.ts'
import { pdfOf } from '../../testing/uploads/testFiles.ts'
import { newAccount, wholeEnterprise } from '../../testing/onboarding/testOnboarding.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const type = (answer: { status: number; error: { type?: string } }) => `${answer.status} ${answer.error.type ?? ''}`.trim()

/** A delegation link of an account for one document, or for the company's data. */
async function linkOf(session: TestSession, documentType: 'bank_account_certificate' | null = 'bank_account_certificate') {
  const link = await server.call('delegationCreate', {
    as: session,
    body: { step: documentType === null ? 'enterprise' : 'docs-upload', documentType, recipient: 'Gestoría Soler' },
  })
  const [, linkId = '', token = ''] = /#(\w+)\.(.+)$/.exec(link.body.address) ?? []
  return { id: link.body.link.id, held: { linkId, token } }
}
const upload = (held: { linkId: string; token: string }) =>
  server.call('delegatedUpload', { body: { ...held, side: 'single' }, file: { name: 'certificado.pdf', bytes: pdfOf() } })
const view = (held: { linkId: string; token: string }) => server.call('delegatedView', { body: held })

describe('a delegation link', () => {
  it('accepts its one document, shows nothing else, and shows its owner what was done', async () => {
    const { session, accountId } = await newAccount(server, 'enterprise')
    const { held } = await linkOf(session)
    const seen = await view(held)
    expect(seen.body).toMatchObject({
      recipient: 'Gestoría Soler',
      owner: 'Nadia Ortiz',
      enterprise: null,
      paper: { type: 'bank_account_certificate' },
    })
    expect((await upload(held)).body).toMatchObject({ status: 'uploaded', files: [{ uploadedBy: 'Gestoría Soler' }] })
    expect(type(await server.call('delegatedSave', { body: { ...held, enterprise: { name: 'Otra' }, revision: 0 } }))).toBe(
      '410 LinkReplaced',
    )
    expect((await server.call('delegationList', { as: session })).body).toMatchObject([{ state: 'open', openedAt: expect.any(String) }])
    const lines = await server.ownerSql<{ call: string; role: string; user_id: null }>(
      `select call, role, user_id from audit_entries where account_id = $1 and role = 'link'`,
      [accountId],
    )
    expect(lines).toEqual([{ call: 'delegatedUpload', role: 'link', user_id: null }])
  })

  it('for the company saves its data but no document, and cannot state its ownership', async () => {
    const { session } = await newAccount(server, 'enterprise')
    const { held } = await linkOf(session, null)
    expect((await view(held)).body).toMatchObject({ paper: null, enterprise: { name: '' } })
    const saved = await server.call('delegatedSave', { body: { ...held, enterprise: wholeEnterprise, revision: 0 } })
    expect([saved.status, saved.body.gaps]).toEqual([200, []])
    const whose = { ...held, enterprise: { ownershipType: 'full' }, revision: 0 } as never // unknown to the contract
    expect(type(await server.call('delegatedSave', { body: whose }))).toBe('422 UnknownField')
    expect((await server.call('enterprise', { as: session })).body).toMatchObject({
      name: wholeEnterprise.name,
      ownershipType: null,
      isListed: false,
    })
    expect(type(await upload(held))).toBe('410 LinkReplaced')
  })

  it('overwrites nothing that the owner saved after it was opened, and says so', async () => {
    const { session } = await newAccount(server, 'enterprise')
    const { held } = await linkOf(session, null)
    const revision = (await view(held)).body.enterprise?.revision ?? -1
    await server.call('enterpriseUpdate', { as: session, body: { name: 'Ortiz Muebles S.L.', revision } })
    const late = await server.call('delegatedSave', { body: { ...held, enterprise: { name: 'Ortiz S.L.' }, revision } })
    expect([type(late), late.error.message.includes('Nadia Ortiz')]).toEqual(['409 SettingsStale', true])
    const seen = (await view(held)).body.enterprise
    expect(seen?.name).toBe('Ortiz Muebles S.L.')
    const again = { ...held, enterprise: { name: 'Ortiz S.L.' }, revision: seen?.revision ?? -1 }
    expect((await server.call('delegatedSave', { body: again })).body.name).toBe('Ortiz S.L.')
  })

  it('is refused once it is done, revoked, expired or altered', async () => {
    const { session } = await newAccount(server, 'enterprise')
    const [done, revoked, old] = [await linkOf(session), await linkOf(session), await linkOf(session)]
    expect((await server.call('delegatedDone', { body: done.held })).status).toBe(204)
    const stranger = await newAccount(server, 'enterprise')
    const params = { linkId: revoked.id }
    expect(type(await server.call('delegationRevoke', { as: stranger.session, params }))).toBe('404 ObjectNotFoundException')
    expect((await view(revoked.held)).status).toBe(200)
    expect((await server.call('delegationRevoke', { as: session, params })).status).toBe(204)
    for (const { held } of [done, revoked]) {
      expect(type(await view(held))).toBe('410 LinkReplaced')
      expect(type(await upload(held))).toBe('410 LinkReplaced')
    }
    expect(type(await view({ ...old.held, token: `${old.held.token.slice(0, -1)}${old.held.token.endsWith('A') ? 'B' : 'A'}` }))).toBe(
      '410 LinkReplaced',
    )
    expect(type(await view({ ...old.held, linkId: done.held.linkId }))).toBe('410 LinkReplaced')
    server.moveClock(7 * 86_400_000 + 1_000)
    expect(type(await view(old.held))).toBe('410 LinkReplaced')
  })
})
