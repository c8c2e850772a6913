import { atTerminal } from '../../platform/calls/providerChange.ts'
import { storedMail } from '../../platform/outbound/storedMail.ts'
import { ids, insertMember, testHash, testPassword } from '../testFixture.ts'
import type { TestServer, TestSession } from '../testServices.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { pdfOf } from '../uploads/testFiles.ts'
import { moveAccounts } from '../../merchants/ibans/moveAccounts.ts'
import { review, type Verdict } from '../../merchants/ibans/review.ts'
import { sendOutbox } from '../outbox/sendOutbox.ts'

export const HOUR = 3_600_000
export const oldIban = 'ES6000491500051234567892'
export const newIban = 'ES9121000418450200051332'
export const otherIban = 'ES8101820001340201234567'
export const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

/** Adds a second owner to account A and a bank account in the name of every shop; the first owners' browsers are known devices. */
export async function writeOwnersAndAccounts(server: TestServer): Promise<void> {
  await server.ownerSql(insertMember, [
    '01900000-0000-7000-8000-0000000001af',
    ids.accountA,
    'second@a.test',
    'owner',
    'Sergio',
    'Núñez',
    testHash(testPassword),
  ])
  await server.ownerSql(
    `insert into bank_accounts (id, account_id, iban, holder_name, is_default, created_at) select ('01900000-0000-7000-8000-0000000009' || right(m.id::text, 2))::uuid, m.account_id, $1, 'Titular',
       right(m.id::text, 1) = '1', timestamptz '2025-02-01' from merchants m`,
    [oldIban],
  )
  await server.ownerSql(`update merchants m set bank_account_id = ('01900000-0000-7000-8000-0000000009' || right(m.id::text, 2))::uuid`)
  await knowBrowser(server, ['owner@a.test', 'owner@b.test', 'second@a.test'])
}

/** A session a few days old, from the browser that tests sign in with. */
const knowBrowser = (server: TestServer, emails: string[], userAgent = chrome) =>
  server.ownerSql(
    `insert into sessions (id, user_id, companion_hash, active_at, expires_at, ended_at, user_agent, created_at)
     select gen_random_uuid(), u.id, sha256('x'), $3, $3, $3, $2, $3 from users u where u.email = any($1)`,
    [emails, userAgent, new Date(server.services.now().getTime() - 48 * HOUR)],
  )

/** A session of a member by address, from a browser. */
export async function enter(server: TestServer, email: string, userAgent = chrome): Promise<TestSession> {
  const answer = await server.call('sessionSignIn', { body: { email, password: testPassword }, headers: { 'user-agent': userAgent } })
  if (answer.status !== 200) throw new Error(`cannot sign in: ${answer.status} ${answer.raw}`)
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { accessToken: answer.body.accessToken, refreshToken: answer.body.refreshToken, cookie }
}

/** The calls of one shop, of its members and of the provider. */
export function shopOf(server: TestServer, merchantId: string) {
  const params = { merchantId: hexOf(merchantId) }
  const file = { name: 'Certificado.pdf', bytes: pdfOf() }
  const on = (ibanId: string) => ({ ...params, ibanId })
  return {
    create: (as: TestSession, iban = newIban, more: { key?: string; file?: typeof file; mode?: 'sandbox' } = {}) =>
      server.call('merchantIbanCreate', { params, body: { iban }, file, as, ...more }),
    list: (as: TestSession) => server.call('merchantIbanList', { params, as }),
    stepUp: (as: TestSession) => server.call('meStepUp', { body: { password: testPassword }, as }),
    confirm: (ibanId: string, as: TestSession, key?: string) =>
      server.call('ibanConfirm', { params: on(ibanId), as, ...(key === undefined ? {} : { key }) }),
    approve: (ibanId: string, as: TestSession) => server.call('ibanApprove', { params: on(ibanId), as }),
    cancel: (ibanId: string, as: TestSession) => server.call('ibanCancel', { params: on(ibanId), as }),
    review: (ibanId: string, verdict: Verdict = { approved: true }) =>
      atTerminal(server.services.database, (db, by) => review(db, uuidOf(ibanId) ?? '', verdict, { by, now: server.services.now() })),
    move: () => moveAccounts(server.services),
    /** Requested and confirmed, by one member with a fresh password. */
    async ask(as: TestSession, iban = newIban): Promise<string> {
      const created = await server.call('merchantIbanCreate', { params, body: { iban }, file, as })
      if (created.status !== 201) throw new Error(`not created: ${created.status} ${created.raw}`)
      await this.stepUp(as)
      const confirmed = await this.confirm(created.body.id, as)
      if (confirmed.status !== 200) throw new Error(`not confirmed: ${confirmed.status} ${confirmed.raw}`)
      return created.body.id
    },
    /** The current payout account. */
    paid: async () =>
      (
        await server.ownerSql<{ iban: string }>(
          'select b.iban from merchants m join bank_accounts b on b.id = m.bank_account_id where m.id = $1',
          [merchantId],
        )
      )[0]?.iban,
    state: async (ibanId: string) =>
      (await server.ownerSql<{ state: string }>('select state from bank_accounts where id = $1', [uuidOf(ibanId)]))[0]?.state,
  }
}

/** E-mails sent, newest first, with the contents of their link. */
export async function emails(server: TestServer): Promise<{ to: string; subject: string; text: string; ibanId: string; token: string }[]> {
  await sendOutbox(server.services, 'iban_email')
  return (await storedMail(server.services.config)).map(({ to, subject, text }) => {
    const [, ibanId = '', token = ''] = /\/stop-change#([0-9a-f]{32})\.([\w-]{43})/.exec(text) ?? []
    return { to, subject, text, ibanId, token }
  })
}
