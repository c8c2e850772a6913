import type { Page } from '@playwright/test'
import { atTerminal } from '../server/platform/calls/providerChange.ts'
import { uuidOf } from '../server/platform/calls/wire.ts'
import { review, type Verdict } from '../server/merchants/ibans/review.ts'
import { paths } from '../web/platform/routes/paths.ts'
import { ask, read, shopOf } from './api.ts'
import { certificate } from './certificate.ts'
import { asOperator, givePassword } from './newOwner.ts'
import { mailedLink } from './newPerson.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, password, test } from './persona.ts'
import { notices } from './regions.ts'
import { like, t } from './words.ts'

type Account = { id: string; iban: string; status: string }

// Real banks and fictitious numbers with valid check digits.
const caixa = 'ES9121000418450200051332'
const sabadell = 'ES4020950001119001234567'

const accountsOf = (page: Page, shopId: string) => read<Account[]>(page, `/v2/merchants/${shopId}/ibans`)
const field = (page: Page) => page.getByRole('dialog').getByLabel(t('bankAccounts.ask.iban'), { exact: true })
const file = (page: Page) => page.getByRole('dialog').getByLabel(t('shell.chooseFile')).first()
const send = (page: Page) => page.getByRole('dialog').getByRole('button', { name: t('bankAccounts.ask.verb') })

/** Enters the password that the dialog asks for. */
async function stepUp(page: Page, typedPassword = password): Promise<void> {
  const dialog = page.getByRole('dialog', { name: t('shell.stepUp.title') })
  await dialog.getByLabel(t('session.password'), { exact: true }).fill(typedPassword)
  await dialog.getByRole('button', { name: t('shell.stepUp.confirm') }).click()
}

/** Ends a pending change, so that every journey starts in the same state. */
async function stopAll(page: Page, shopId: string): Promise<void> {
  for (const { id, status } of await accountsOf(page, shopId)) {
    if (['unconfirmed', 'pending_review', 'cooling'].includes(status))
      expect((await ask(page, 'POST', `/v2/merchants/${shopId}/ibans/${id}/cancel`, { body: {} })).status()).toBe(200)
  }
}

test('the full number of an account is in no address, storage or page after it was sent', async ({ enter }) => {
  const page = await enter('owner.empresa', { own: true })
  const { id } = await shopOf(page)
  await stopAll(page, id)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(paths.invoicesIban(id, { dialog: 'change' }))
  await field(page).fill(caixa)
  await file(page).setInputFiles(certificate())
  await send(page).click()
  await stepUp(page)
  await expect(page.getByText(t('bankAccounts.state.pending_review'))).toBeVisible()
  expect((await accountsOf(page, id)).find(({ status }) => status === 'pending_review')?.iban).toBe('ES91 •••• 1332')
  expect(requests.filter((one) => one.includes(caixa.slice(4)))).toEqual([])
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.body.innerHTML]))
  expect(stored).not.toContain('0418')
  await stopAll(page, id)
})

// By day every state, limit and step-up of a change: server/merchants/ibans/ibans.slow.test.ts; what is typed: domain/money/iban.test.ts. Refused files are
// checked only here.
test(
  'the owner requests another account: validated while typing, confirmed with the password, stopped again',
  nightlyOnly,
  async ({ enter }) => {
    const page = await enter('owner.empresa', { own: true })
    const { id } = await shopOf(page)
    await stopAll(page, id)
    const before = (await accountsOf(page, id)).find(({ status }) => status === 'active')
    await page.goto(paths.invoices(id))
    await page.getByRole('link', { name: t('bankAccounts.title') }).click()
    await expect(page.getByRole('heading', { level: 1, name: t('bankAccounts.title') })).toBeVisible()
    await expect(page.getByText(before?.iban ?? 'none')).toBeVisible()
    await page.getByRole('link', { name: t('bankAccounts.change') }).click()

    await field(page).pressSequentially('es91 2100 o418')
    await expect(page.getByText(t('bankAccounts.problem.characters'))).toBeVisible()
    await field(page).fill('')
    await field(page).pressSequentially(`${caixa.slice(0, -1).toLowerCase()}3`)
    await expect(field(page)).toHaveValue('ES91 2100 0418 4502 0005 1333')
    await expect(page.getByText(t('bankAccounts.problem.check'))).toBeVisible()
    await page.keyboard.press('Backspace')
    await page.keyboard.type('2')
    await expect(page.locator('#iban-note')).toHaveText(/^IBAN correcto\. Banco: CAIXABANK/)

    await file(page).setInputFiles({ name: 'foto.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
    await expect(page.getByText(t('bankAccounts.certificate.kind', { name: 'foto.gif' }))).toBeVisible()
    await file(page).setInputFiles(certificate(31))
    await expect(page.getByText(t('bankAccounts.certificate.pages', { name: 'certificado.pdf', most: '30' }))).toBeVisible()
    await send(page).click()
    await expect(page.getByText(t('bankAccounts.certificate.missing'))).toBeVisible()
    await file(page).setInputFiles(certificate())
    await send(page).click()

    await expect(page.getByRole('dialog', { name: t('shell.stepUp.title') })).toContainText(t('bankAccounts.why.confirm'))
    await stepUp(page, 'esta no es')
    await expect(page.getByRole('dialog').locator('[aria-invalid=true]')).toBeVisible()
    await stepUp(page)
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByText(t('bankAccounts.state.pending_review'))).toBeVisible()
    await expect(page.getByText(t('bankAccounts.event.confirm'), { exact: true })).toBeVisible()

    await expect(page.getByRole('link', { name: t('bankAccounts.change') })).toHaveCount(0)
    await page.getByRole('link', { name: t('bankAccounts.verb.stop') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('bankAccounts.verb.stop') })
      .click()
    await expect(
      page
        .getByRole('table', { name: t('bankAccounts.earlier') })
        .getByRole('row')
        .nth(1),
    ).toContainText(t('bankAccounts.state.cancelled'))
    expect((await accountsOf(page, id)).find(({ status }) => status === 'active')?.iban).toBe(before?.iban)
  },
)

test('leaving the password step lets the change be confirmed later, also by keyboard', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.empresa', { own: true })
  const { id } = await shopOf(page)
  await stopAll(page, id)
  await page.goto(paths.invoicesIban(id, { dialog: 'change' }))
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(sabadell)
  await file(page).setInputFiles(certificate())
  await expect(page.getByRole('dialog').getByText('certificado.pdf')).toBeVisible()
  await field(page).press('Enter')
  await expect(page.getByRole('dialog', { name: t('shell.stepUp.title') })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText(t('bankAccounts.state.unconfirmed'))).toBeVisible()
  expect((await accountsOf(page, id)).map(({ status }) => status)).toContain('unconfirmed')
  await page.reload()
  const confirm = page.getByRole('button', { name: t('bankAccounts.verb.confirm') })
  await confirm.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel(t('session.password'), { exact: true })).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('bankAccounts.state.pending_review'))).toBeVisible()
  await stopAll(page, id)
})

test(
  'the certificate is read on the device, and mismatches are shown with their position before it is sent',
  nightlyOnly,
  async ({ enter }) => {
    const page = await enter('owner.empresa', { own: true })
    const { id } = await shopOf(page)
    await stopAll(page, id)
    const { name } = await read<{ name: string }>(page, '/v2/enterprise')
    await page.goto(paths.invoicesIban(id, { dialog: 'change' }))
    await field(page).fill(caixa)
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await file(page).setInputFiles(certificate(1, ['Titular: Otra Casa S.L.', 'ES40 2095 0001 1190 0123 4567']))
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(t('bankAccounts.reading.ibanOther', { iban: 'ES40 •••• 4567', typed: 'ES91 •••• 1332' }))).toBeVisible()
    await expect(dialog.getByText(t('bankAccounts.reading.holderOther', { holder: 'Otra Casa S.L.', name }))).toBeVisible()
    await expect(dialog.getByText(t('company.place', { page: 1, line: 2 }))).toBeVisible()
    await dialog.getByRole('button', { name: t('shell.remove') }).click()
    await file(page).setInputFiles(certificate(1, [`Titular: ${name.toUpperCase()}`, 'ES91 2100 0418 4502 0005 1332']))
    await expect(dialog.getByText(t('bankAccounts.reading.same'))).toBeVisible()
    await dialog.getByRole('button', { name: t('shell.remove') }).click()
    await file(page).setInputFiles(certificate())
    await expect(dialog.getByText(t('bankAccounts.reading.unreadable'))).toBeVisible()
    expect(sent.filter((url) => url.endsWith('/ibans'))).toEqual([])
  },
)

test('an upload is cancelled and sent again, once', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.empresa', { own: true })
  const { id } = await shopOf(page)
  await stopAll(page, id)
  const count = (await accountsOf(page, id)).length
  let held = true
  await page.route('**/ibans', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    if (!held) return route.continue()
    await new Promise((resolve) => page.once('close', resolve))
  })
  await page.goto(paths.invoicesIban(id, { dialog: 'change' }))
  await field(page).fill(sabadell)
  await file(page).setInputFiles(certificate())
  await send(page).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await page.getByRole('button', { name: t('bankAccounts.ask.giveUp') }).click()
  await expect(page.getByRole('progressbar')).toBeHidden()
  await expect(field(page)).toHaveValue('ES40 2095 0001 1190 0123 4567')
  held = false
  await send(page).click()
  await expect(page.getByRole('dialog', { name: t('shell.stepUp.title') })).toBeVisible()
  expect((await accountsOf(page, id)).length).toBe(count + 1)
  await stopAll(page, id)
})

test(
  'the provider rejects one change and approves the next, which the e-mail link stops without a session after a confirmation',
  nightlyOnly,
  async ({ page: owner, browser }) => {
    // A separate account: stopping a change signs its owner out everywhere, and pauses all other changes of credentials.
    const email = 'hola@mimoymas.example'
    await givePassword(email)
    const signIn = async () => {
      await owner.goto('/login')
      await owner.getByLabel(t('session.email'), { exact: true }).fill(email)
      await owner.getByLabel(t('session.password'), { exact: true }).fill(password)
      await owner.getByRole('button', { name: t('session.signIn'), exact: true }).click()
      await expect(owner).toHaveURL(/\/merchants\//)
    }
    await signIn()
    const { id } = await shopOf(owner)
    await stopAll(owner, id)
    const asks = async () => {
      await owner.goto(paths.invoicesIban(id, { dialog: 'change' }))
      await field(owner).fill(caixa)
      await file(owner).setInputFiles(certificate())
      await send(owner).click()
    }
    const decided = (verdict: Verdict) =>
      asOperator(async (database) => {
        const waiting = (await accountsOf(owner, id)).find(({ status }) => status === 'pending_review')
        const change = uuidOf(waiting?.id ?? '') ?? ''
        expect(await atTerminal(database, (db, by) => review(db, change, verdict, { by, now: new Date() }))).toBeNull()
        await owner.reload()
      })
    await asks()
    await stepUp(owner)
    await expect(owner.getByText(t('bankAccounts.state.pending_review'))).toBeVisible()
    await decided({ approved: false, reason: 'El certificado es de otra empresa.' })
    await expect(owner.getByText(t('bankAccounts.last.rejected', { iban: 'ES91 •••• 1332' }))).toBeVisible()
    await expect(owner.getByText('El certificado es de otra empresa.').first()).toBeVisible()
    const ofRefused = await mailedLink(owner, email, '/stop-change#')
    // The password was entered a moment ago: it is not asked for twice.
    await asks()
    await expect(owner.getByText(t('bankAccounts.state.pending_review'))).toBeVisible()
    await decided({ approved: true })
    await expect(owner.getByText(t('bankAccounts.state.cooling'))).toBeVisible()
    await expect(owner.getByText(t('bankAccounts.step.time'))).toBeVisible()
    await expect(owner.getByText(t('bankAccounts.event.settlement'))).toBeVisible()

    const fresh = await browser.newContext()
    const mailed = await fresh.newPage()
    const address = await mailedLink(mailed, email, '/stop-change#', ofRefused)
    const token = address.split('.').at(-1) ?? 'none'
    const requests: string[] = []
    mailed.on('request', (request) => requests.push(`${request.url()} ${request.headers()['referer'] ?? ''}`))
    await mailed.goto(address)
    await expect(mailed.getByRole('heading', { name: t('session.stopChange.title') })).toBeVisible()
    await expect(mailed).toHaveURL(/\/stop-change$/)
    await expect(mailed.getByText('ES91 •••• 1332')).toBeVisible()
    expect(await mailed.evaluate(() => document.body.innerText)).not.toContain(caixa)
    await mailed.getByRole('button', { name: t('session.stopChange.notMe') }).click()
    expect((await accountsOf(owner, id)).map(({ status }) => status)).toContain('cooling')
    await mailed.getByRole('button', { name: t('session.stopChange.stop') }).click()
    await expect(mailed.getByRole('heading', { name: t('session.stopChange.stopped') })).toBeVisible()
    expect(requests.filter((one) => one.includes(token))).toEqual([])
    await expect(mailed.getByText(like('session.stopChange.pausedUntil'))).toBeVisible()
    await mailed.goto(address)
    await expect(mailed.getByRole('heading', { name: t('session.stopChange.stopped') })).toBeVisible()
    await fresh.close()

    await expect(async () => {
      await owner.goto('/')
      await expect(owner).toHaveURL(/\/login/, { timeout: 2_000 })
    }).toPass()
    await signIn()
    await owner.goto(paths.invoicesIban(id))
    await expect(owner.getByRole('heading', { name: t('bankAccounts.exposure') })).toBeVisible()
    await expect(owner.getByText(t('team.right.company'))).toBeVisible()
    await expect(owner.getByText(t('bankAccounts.state.frozen'))).toBeVisible()
    await expect(owner.getByText(t('bankAccounts.last.frozen', { iban: 'ES91 •••• 1332' }))).toBeVisible()
    await expect(owner.getByRole('link', { name: t('bankAccounts.change') })).toBeVisible()
  },
)

test('an invalid link says so, and a truncated one sends no request', nightlyOnly, async ({ page }) => {
  await page.goto(`/stop-change#${'0'.repeat(32)}.${'a'.repeat(43)}`)
  await expect(page.getByRole('heading', { name: t('session.newPassword.expired') })).toBeVisible()
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/v2/') && calls.push(request.url()))
  await page.goto('about:blank')
  await page.goto('/stop-change#corto')
  await expect(page.getByText(t('session.stopChange.deadLead'))).toBeVisible()
  expect(calls).toEqual([])
})

test('other roles can only read the account, a guest has no access, and test mode has no account', nightlyOnly, async ({ enter }) => {
  for (const name of ['admin.empresa', 'editor.empresa'] as const) {
    const page = await enter(name)
    const { id } = await shopOf(page)
    await page.goto(paths.invoicesIban(id, { dialog: 'change' }))
    await expect(page.getByText(t('bankAccounts.aboutReader'))).toBeVisible()
    await expect(page.getByText(/^ES\d\d •••• \d{4}$/).first()).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('link', { name: t('bankAccounts.change') })).toHaveCount(0)
    expect((await ask(page, 'POST', `/v2/merchants/${id}/ibans`, { body: {} })).status(), name).toBe(403)
  }
  const guest = await enter('guest.empresa')
  const shop = await shopOf(guest)
  await guest.goto(paths.invoicesIban(shop.id))
  await expect(guest).toHaveURL(/\/operations/)
  expect((await ask(guest, 'GET', `/v2/merchants/${shop.id}/ibans`)).status()).toBe(403)
  const owner = await enter('owner.empresa', { own: true })
  await owner.goto('/')
  await owner.getByRole('button', { name: t('shell.mode.sandbox'), exact: true }).click()
  await expect(owner).toHaveURL(/sandbox=true/)
  const calls: string[] = []
  owner.on(
    'request',
    (request) => /\/ibans|\/invoices\b|\/account\b/.test(request.url()) && request.url().includes('/v2/') && calls.push(request.url()),
  )
  await owner.goto(paths.invoicesIban(shop.id, { sandbox: 'true' }))
  await expect(owner.getByText(t('bankAccounts.sandbox.title'))).toBeVisible()
  await owner.goto(paths.invoices(shop.id, { dialog: 'download', sandbox: 'true' }))
  await expect(owner.getByText(t('invoices.sandbox.title'))).toBeVisible()
  await expect(notices(owner)).toContainText(t('invoices.sandbox.dialog'))
  expect(calls).toEqual([])
})
