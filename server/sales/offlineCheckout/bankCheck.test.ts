import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidOf } from '../../platform/calls/wire.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { shop } from '../../testing/offlineCheckout/testCheckout.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('the bank check', () => {
  it('is required from 1 000,00 €, one at a time per document, and returns the status only', async () => {
    expect((await shop(server).bank(99_999, '12345678Z')).body).toEqual({
      required: false,
      status: 'not_required',
      consentId: null,
      consentUrl: null,
      expiresAt: null,
    })
    const answers = await Promise.all(Array.from({ length: 8 }, () => shop(server).bank(100_000, '12345678-z')))
    expect(new Set(answers.map((one) => one.body.consentId)).size).toBe(1)
    expect(answers[0]?.body).toMatchObject({ required: true, status: 'pending' })
    const rows = await server.ownerSql<{ document_hash: Buffer }>('select document_hash from bank_consents')
    expect(rows).toHaveLength(1)
    expect(rows[0]?.document_hash.toString('latin1')).not.toContain('12345678')
  })

  it("follows the bank's answer, and a larger amount needs a new one", async () => {
    const documentId = 'X0000000T'
    const first = (await shop(server).bank(150_000, documentId)).body
    const set = (columns: string) => server.ownerSql(`update bank_consents set ${columns} where id = $1`, [uuidOf(first.consentId ?? '')])
    await set(`status = 'confirmed'`)
    expect((await shop(server).bank(120_000, documentId)).body).toMatchObject({ status: 'confirmed', consentId: first.consentId })
    expect((await shop(server).bank(160_000, documentId)).body).toMatchObject({ status: 'pending' })
    await set(`status = 'failed', error_code = 'T001'`)
    const failed = await shop(server).bank(150_000, documentId)
    expect(failed.raw).not.toContain('T001')
    // A recent decline is the risk flag: the bank is asked for smaller amounts as well.
    expect((await shop(server).bank(5_000, documentId)).body).toMatchObject({ required: true })
  })

  it('expires, and is separate in sandbox and in another account', async () => {
    const documentId = '99999999R'
    const first = (await shop(server).bank(200_000, documentId)).body
    await server.ownerSql('update bank_consents set expires_at = now() where id = $1', [uuidOf(first.consentId ?? '')])
    expect((await shop(server).bank(200_000, documentId)).body.status).toBe('expired')
    for (const other of [shop(server, 'editorA', 'sandbox'), shop(server, 'ownerB')]) {
      const { body } = await other.bank(200_000, documentId)
      expect(body.status).toBe('pending')
      expect(body.consentId).not.toBe(first.consentId)
    }
  })

  it('is refused to guests and disabled accounts, and requires a valid document', async () => {
    expect((await shop(server, 'guestA').bank(100_000, '12345678Z')).error.type).toBe('PermissionDenied')
    expect((await shop(server, 'disabledC').bank(100_000, '12345678Z')).error.type).toBe('AccountDisabled')
    expect((await shop(server).bank(100_000, '12345678A')).error.fields?.[0]).toMatchObject({ name: 'document_id', code: 'format' })
  })
})
