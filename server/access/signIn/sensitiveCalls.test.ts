import { afterAll, beforeAll, expect, it } from 'vitest'
import { api, type CallName } from '#contract/index'
import type { Endpoint } from '#contract/platform/endpoint'
import { pausedCalls } from '#contract/permissions'
import { ids, personas, testPassword } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer, type TestSession } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'

let server: TestServer
let session: TestSession
beforeAll(async () => {
  server = await startTestServer()
  session = await server.signIn('ownerA')
  await server.ownerSql('update users set second_factor_since = now() where id = $1', [personas.ownerA.id])
})
afterAll(() => server.close())

const merchantId = hexOf(ids.merchantA1)
const anyId = 'f'.repeat(32)
const newPassword = 'Escaparate de invierno 9'

/** Calls that change sign-in, keys, owners or bank accounts, with a valid body. */
const sensitive: Partial<Record<CallName, object>> = {
  passwordChange: { old_password: testPassword, new_password1: newPassword, new_password2: newPassword },
  emailChangeStart: { email: 'otra@a.test', password: testPassword },
  merchantAccountUpdate: { billing_email: 'otra@a.test', password: testPassword },
  authenticatorStart: {},
  authenticatorConfirm: { code: '123456' },
  authenticatorRemove: {},
  passkeyStart: {},
  passkeyAdd: { name: 'A', credential_id: 'a', public_key: 'a', algorithm: -7, authenticator_data: 'a', client_data: 'a' },
  passkeyRemove: {},
  recoveryCodesRenew: {},
  keyRenew: { overlap_hours: 24 },
  keyRevoke: {},
  keyLeaked: {},
  webhookCreate: { url: 'https://tienda.example/avisos', events: ['report.ready'] },
  webhookSecretRenew: { overlap_hours: 24 },
  teamInvite: { emails: ['nueva@a.test'], role: 'owner' },
  teamUpdate: { role: 'owner' },
  teamRemove: {},
  handoverOffer: { user_id: anyId },
  ibanConfirm: {},
  ibanApprove: {},
  tillOpen: { merchant_id: merchantId, name: 'Caja' },
}
const send = (name: CallName, as = session) => {
  const { method, path, body }: Endpoint = api[name]
  const address = path
    .replace('{merchantId}', merchantId)
    .replace('{kind}', 'private')
    .replaceAll(/\{\w+\}/g, anyId)
  return server.send(method, address, { as, ...(body && { body: JSON.stringify(sensitive[name]) }) })
}

it('with a second factor, the password alone is refused for every sensitive call', async () => {
  const answers = []
  for (const name of Object.keys(sensitive) as CallName[]) {
    const { status, raw } = await send(name)
    answers.push(`${name} ${status} ${raw.includes('StepUpRequired')}`)
  }
  expect(answers).toEqual(Object.keys(sensitive).map((name) => `${name} 401 true`))
  // Nor does it serve for step-up.
  const { error } = await server.call('meStepUp', { body: { password: testPassword }, as: session })
  expect(error.fields?.map(({ name, code }) => `${name} ${code}`)).toEqual(['code secondFactor'])
})

it('after showing the second factor, password, e-mail and billing address can be changed', async () => {
  await server.ownerSql('update sessions set stepped_up_at = now() where user_id = $1 and ended_at is null', [personas.ownerA.id])
  expect((await send('emailChangeStart')).status).toBe(204)
  expect((await send('merchantAccountUpdate')).status).toBe(200)
  expect((await send('passwordChange')).status).toBe(200)
})

it('every call that changes credentials requires step-up or its own mailed link', () => {
  const without = [...pausedCalls].filter((name) => !(api[name] as Endpoint).refusals.includes('StepUpRequired'))
  expect(without.toSorted()).toEqual(['emailChangeValidate', 'invitationAccept', 'packageRecipientAdd', 'passwordReset', 'teamResend'])
})
