import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { languages } from '#domain/platform/languages'
import { atTerminal } from '../calls/providerChange.ts'
import { sql } from '../database/sql.ts'
import { mintScope } from '../database/scope.ts'
import { tableBatches } from '../files/tableBatches.ts'
import { csvForm } from '../files/table.ts'
import { exportTable } from '../../sales/lifecycle/exportTable.ts'
import { customerName, customerNameInFiles } from '../../sales/lifecycle/customerName.ts'
import { sendOutbox } from '../../testing/outbox/sendOutbox.ts'
import { ofOperation } from '../../merchants/tasks/source.ts'
import type { OutgoingEmail } from '../calls/call.ts'
import {
  acceptedOf,
  offered,
  offeredOr,
  messagesUnder,
  withLanguage,
  withRecipientLanguage,
  currentLanguage,
  text,
} from '../calls/messages.ts'
import { callLanguage, customerLanguage, panelLanguage } from './pageLanguage.ts'
import { pages } from './pages.ts'
import { storedMail } from '../outbound/storedMail.ts'
import { afterResponseWorkDone } from '../../access/session/afterResponse.ts'
import { beginSale, sign } from '../../testing/checkout/testSale.ts'
import { decideShop, reviewPaper } from '../../merchants/onboarding/review.ts'
import { newAccount, submitted } from '../../testing/onboarding/testOnboarding.ts'
import { uuidOf } from '../calls/wire.ts'
import { ids, personas, testPassword, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())

const withPreparation = (headers: Record<string, string>) => ({ headers })

const begun = languages.filter((language) => existsSync(join(import.meta.dirname, '../../../messages', language, 'platform/errors.json')))

it('offers Spanish and every other language: none is incomplete', () => expect(offered).toEqual(begun))

it.each(offered)('has no error message with a sentence of more than twenty words: %s', (language) => {
  const spokenHere = Object.entries(withLanguage(language, () => messagesUnder('errors.')))
  const long = spokenHere.filter(([, said]) => said.split(/(?<=[.:;?!…])\s/).some((sentence) => sentence.split(/\s+/).length > 20))
  expect(long.map(([key]) => key)).toEqual([])
})

it.each(offered.filter((language) => language !== 'es'))('translates the action of each call: %s', (language) => {
  const action = withLanguage(language, () => text('actions.passwordReset'))
  expect(action).not.toBe(text('actions.passwordReset'))
})

const inCatalan = { 'accept-language': 'ca' }
const catalan = (key: string) => withLanguage('ca', () => text(key))

describe('the language of a page', () => {
  it.each([
    [{}, 'es'],
    [{ cookie: 'language=ca' }, 'ca'],
    [{ cookie: 'sid=x; language=ca; customer_language=es' }, 'ca'],
    [{ cookie: 'xlanguage=ca' }, 'es'],
    [{ cookie: 'language=en' }, 'es'],
    [{ cookie: 'language=../es' }, 'es'],
    [{ 'accept-language': 'ca' }, 'es'],
  ] as [Record<string, string>, string][])('of the panel is the one chosen, never guessed: %o → %s', (headers, language) =>
    expect(panelLanguage(withPreparation(headers))).toBe(language),
  )
  it.each([
    [{}, 'es'],
    [{ cookie: 'language=ca' }, 'es'],
    [{ cookie: 'customer_language=es', 'accept-language': 'ca' }, 'es'],
    [{ cookie: 'customer_language=xx', 'accept-language': 'fr, ca;q=0.5' }, 'ca'],
    [{ 'accept-language': 'ca-ES,ca;q=0.9' }, 'ca'],
  ] as [Record<string, string>, string][])('of a customer is theirs, whatever the shop has chosen: %o → %s', (headers, language) =>
    expect(customerLanguage(withPreparation(headers))).toBe(language),
  )
})

describe('a built page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trastienda-pages-'))
  const app = fastify()
  beforeAll(async () => {
    for (const [name, word] of Object.entries({
      index: 'tienda',
      'index.ca': 'botiga',
      login: 'entra',
      checkout: 'compra',
      'checkout.ca': 'cistella',
    }))
      writeFileSync(join(folder, `${name}.html`), `<!doctype html><html><head><!--settings--></head><body>${word}</body></html>`)
    await pages(app, server.services, folder)
  })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })
  const [chosen, preferred] = [{ cookie: 'language=ca' }, { 'accept-language': 'ca' }]
  const saidAt = async (url: string, headers: Record<string, string> = {}) =>
    /<body>(\w+)/.exec((await app.inject({ url, headers })).body)?.[1]

  it('of the back office is sent in the language chosen on the device', async () => {
    expect([await saidAt('/'), await saidAt('/', chosen), await saidAt('/', preferred)]).toEqual(['tienda', 'botiga', 'tienda'])
    const { headers } = await app.inject({ url: '/', headers: chosen })
    expect([headers.vary, headers['cache-control']]).toEqual(['accept-encoding, accept-language, cookie', 'no-cache'])
  })
  it('of the checkout is sent in the customer’s language, whatever the back office’s on the same device', async () => {
    const own = { ...preferred, cookie: 'language=ca; customer_language=es' }
    const words = await Promise.all([{}, chosen, preferred, own].map((headers) => saidAt('/checkout/x', headers as Record<string, string>)))
    expect(words).toEqual(['compra', 'compra', 'cistella', 'compra'])
  })
  it('is Spanish where the build has no other, and has no separate URL', async () => {
    expect(await saidAt('/login', chosen)).toBe('entra')
    expect((await app.inject('/index.ca.html')).statusCode).toBe(404)
  })
  it('rendered by the server declares its language too', async () => {
    expect((await app.inject({ url: '/accessibility', headers: chosen })).body).toContain('<html lang="ca">')
  })
})

describe('the language of messages', () => {
  it('is that of the current work, also after an await, and Spanish outside', async () => {
    const languages = await Promise.all(
      (['ca', 'es', 'ca'] as const).map((language) =>
        withLanguage(language, async () => {
          await new Promise((resolve) => setImmediate(resolve))
          return currentLanguage()
        }),
      ),
    )
    expect([...languages, currentLanguage()]).toEqual(['ca', 'es', 'ca', 'es'])
    expect(withLanguage('ca', () => text('errors.PermissionDenied'))).not.toBe(text('errors.PermissionDenied'))
  })
  it('is that of an e-mail’s recipient, and Spanish if they have chosen none', () => {
    expect(withLanguage('es', () => withRecipientLanguage('ca', currentLanguage))).toBe('ca')
    expect(withLanguage('ca', () => withRecipientLanguage(null, currentLanguage))).toBe('es')
    expect([offeredOr('xx'), acceptedOf('xx'), callLanguage(withPreparation({}))]).toEqual(['es', 'es', 'es'])
  })
  it.each([
    'download.column.created',
    'settlements.file.pdf.lines',
    'reports.file.column.created',
    'invoices.file.issuer',
    'consumer.contract.rights',
  ])('is Spanish in legal and accounting documents: %s', (key) => expect(withLanguage('ca', () => text(key))).toBe(text(key)))
})

describe('a user’s language', () => {
  const localeOf = async () =>
    (await server.ownerSql<{ locale: string | null }>('select locale from users where id = $1', [personas.guestA.id]))[0]?.locale
  const cookiesOf = async () =>
    (await server.call('sessionSignIn', { body: { email: personas.guestA.email, password: testPassword } })).headers.getSetCookie()
  const choose = (language: string, as: Persona = 'guestA') => server.call('languageChoose', { as, body: { language: language as 'ca' } })

  it('is Spanish until they choose one, and the cookie of an earlier user is kept', async () => {
    expect([await localeOf(), (await server.call('me', { as: 'guestA' })).body.locale]).toEqual([null, null])
    expect((await cookiesOf()).filter((one) => one.startsWith('language='))).toEqual([])
  })
  it('is stored per user, and applied on every device on which they sign in', async () => {
    expect((await choose('ca')).status).toBe(204)
    expect([await localeOf(), (await server.call('me', { as: 'guestA' })).body.locale]).toEqual(['ca', 'ca'])
    expect((await server.call('me', { as: 'editorA' })).body.locale).toBeNull()
    expect(await cookiesOf()).toContain('language=ca; Path=/; SameSite=Lax; Max-Age=31536000')
  })
  it('is the language of their e-mails, whatever the page’s language', async () => {
    await server.call('passwordForgotten', { body: { email: personas.guestA.email } })
    await server.call('passwordForgotten', { body: { email: personas.editorA.email }, headers: inCatalan })
    await afterResponseWorkDone()
    const letters = await storedMail(server.services.config)
    const subjectTo = (email: string) => letters.find(({ to }) => to === email)?.subject
    expect(subjectTo(personas.guestA.email)).toBe(withLanguage('ca', () => text('mail.reset.subject', { brand: 'Trastienda' })))
    expect(subjectTo(personas.editorA.email)).toBe(text('mail.reset.subject', { brand: 'Trastienda' }))
  })
  it('can only be one that is offered', async () => {
    const complete = vi.spyOn(offered, 'includes').mockReturnValueOnce(false)
    const refused = [await choose('pt'), await choose('en')]
    complete.mockRestore()
    expect(refused.map(({ status, error }) => [status, error.type])).toEqual([
      [400, 'ApiValidationException'],
      [400, 'ApiValidationException'],
    ])
    expect(await localeOf()).toBe('ca')
  })
})

describe('a note for others', () => {
  it('is read by each in their own language, whoever wrote it: in the back office and by e-mail', async () => {
    const { id } = personas.ownerA
    await server.ownerSql("update users set locale = 'ca' where id = $1", [id])
    await server.ownerSql("insert into notification_choices (user_id, type, panel, email) values ($1, 'access_asked', true, true)", [id])
    await server.call('accessRequestCreate', { as: 'guestA', body: { right: 'settlements' } })
    const { results } = (await server.call('notificationList', { as: 'ownerA', headers: inCatalan })).body
    const [name, right] = results[0]?.values ?? []
    expect(right).toEqual({ key: 'right', value: catalan('team.right.settlements') })
    const letters: OutgoingEmail[] = []
    await sendOutbox({ ...server.services, mail: async (letter) => void letters.push(letter) }, 'notice_email')
    const words = { name: name?.value ?? '', right: catalan('team.right.settlements') }
    expect(letters.map(({ subject }) => subject)).toEqual([withLanguage('ca', () => text('shell.notification.access_asked', words))])
  })
})

describe('the reason of a refused application', () => {
  it.each(languages)(
    'is shown to its owner in %s, in the back office and by e-mail; the reviewer’s text is unchanged',
    async (language) => {
      const { session, accountId } = await newAccount(server, 'self_employed')
      const shopId = uuidOf(await submitted(server, session)) ?? ''
      await server.ownerSql('update users set locale = $2 where id in (select user_id from memberships where account_id = $1)', [
        accountId,
        language,
      ])
      const [paper] = (await server.call('documentList', { as: session })).body
      const now = server.services.now()
      const note = 'La página 2, <b>de lado</b> & borrosa.'
      const id = uuidOf(paper?.files[0]?.uuid ?? '') ?? ''
      const database = server.services.database
      const verdict = { approved: false, reason: 'illegible', note } as const
      expect(await atTerminal(database, (db, by) => reviewPaper(db, id, verdict, { by, now }))).toBeNull()
      const reason = 'No trabajamos con «armas» <ni> parecido.'
      expect(await atTerminal(database, (db, by) => decideShop(db, shopId, { approved: false, reason }, { by, now }))).toBeNull()

      const letters: OutgoingEmail[] = []
      await sendOutbox({ ...server.services, mail: async (letter) => void letters.push(letter) }, 'notice_email')
      const inLanguage = (key: string, values = {}) => withLanguage(language, () => text(key, values))
      const paperWhy = `${inLanguage('company.paperReason.illegible')} ${note}`
      expect(letters).toHaveLength(2)
      for (const why of [paperWhy, reason])
        expect(
          letters.filter(({ text: words }) => words.includes(`\n\n${inLanguage('shell.notification.why', { why })}\n\n`)),
        ).toHaveLength(1)
      expect(letters.some(({ subject }) => subject.includes(reason) || subject.includes(note))).toBe(false)

      const { results } = (await server.call('notificationList', { as: session, headers: { 'accept-language': language } })).body
      const whys = results.map(({ values }) => values.find(({ key }) => key === 'why')?.value)
      expect(whys.toSorted()).toEqual([paperWhy, reason].toSorted())
    },
  )
})

describe('a file', () => {
  it('of the audit trail is completely in Spanish, whoever downloads it', async () => {
    const { raw } = await server.call('activityDownload', { as: 'ownerA', query: {}, headers: inCatalan })
    expect(raw).toContain(text('actions.languageChoose'))
    expect(raw).not.toContain(catalan('actions.languageChoose'))
  })
  it('of operations too, with masked customers; on the screen the mask is in the reader’s language', async () => {
    const { operationId } = await beginSale(server)
    await server.ownerSql(
      `update operations set (first_name, last_name, email, phone, document_number, search_text, customer_hidden_at) = ('', '', '', null, null, '', now())
       where id = $1`,
      [operationId],
    )
    const scope = mintScope(ids.merchantA1, 'live')
    let file = ''
    await withLanguage('ca', async () => {
      const table = exportTable(scope, [sql`o.id = ${operationId}`])
      for await (const { content } of tableBatches(server.services.database, scope, table, { form: csvForm, summed: ['total'] }))
        file += content
    })
    const [before = ''] = text('privacy.hidden', { date: '|' }).split('|')
    expect(file).toContain(before)
    const hidden = (work: () => unknown) => JSON.stringify(withLanguage('ca', work))
    const [shown = ''] = withLanguage('ca', () => text('privacy.hidden', { date: '|' })).split('|')
    expect([hidden(customerName), hidden(ofOperation)].map((one) => one.includes(shown))).toEqual([true, true])
    expect(hidden(customerNameInFiles)).not.toContain(shown)
  })
})

describe('a refusal', () => {
  it('is in the page’s language, with its fields; Spanish without Accept-Language', async () => {
    const signIn = (headers: object) =>
      server.call('sessionSignIn', { body: { email: 'nobody@a.test', password: 'x' }, headers: { ...headers } })
    expect((await signIn(inCatalan)).error.message).toBe(catalan('errors.UnauthorizedException'))
    expect((await signIn({})).error.message).toBe(text('errors.UnauthorizedException'))
    const answer = await server.call('mePreferredMerchant', { as: 'ownerA', body: {} as never, headers: inCatalan }) // invalid on purpose
    expect(answer.error.fields).toMatchObject([{ message: catalan('errors.field.required') }])
  })
  it('outside any call is in the page’s language too', async () => {
    const { raw } = await server.send('GET', '/v2/me', { headers: inCatalan })
    expect(JSON.parse(raw)).toMatchObject({ error: { message: catalan('errors.NotAuthenticated') } })
    const wrongMethod = await server.send('DELETE', '/v2/me', { headers: inCatalan })
    expect(JSON.parse(wrongMethod.raw)).toMatchObject({ error: { message: catalan('errors.MethodNotAllowed') } })
  })
})

describe('a customer’s language', () => {
  it('chosen on the last page is stored as well', async () => {
    const sale = await beginSale(server)
    // Pages in Spanish, then the signature on a page in Catalan.
    const call: typeof sale.call = (name, body, more) =>
      sale.call(name, body, { ...more, ...(name === 'checkoutConfirm' && { headers: inCatalan }) })
    await sign({ ...sale, call })
    const [row] = await server.ownerSql<{ language: string }>('select language from checkouts where id = $1', [sale.checkoutId])
    expect(row?.language).toBe('ca')
  })
  it('is stored with the checkout, and used for later messages', async () => {
    const sale = await beginSale(server, { phone: '611223344' })
    const languageOf = async () =>
      (await server.ownerSql<{ language: string | null }>('select language from checkouts where id = $1', [sale.checkoutId]))[0]?.language
    expect((await sale.call('checkoutView', undefined, { headers: { 'accept-language': 'ca' } })).status).toBe(200)
    expect(await languageOf()).toBeNull()
    await sale.call('checkoutPlan', { product: 'instalments', numInstalments: 3 } as never, { headers: { 'accept-language': 'ca' } }) // fields of one kind of plan
    expect(await languageOf()).toBe('ca')
  })
})
