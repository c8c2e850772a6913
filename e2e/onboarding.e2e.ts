import { PDFDocument } from '@cantoo/pdf-lib'
import { type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test'
import { atTerminal } from '../server/platform/calls/providerChange.ts'
import { uuidOf } from '../server/platform/calls/wire.ts'
import { requestChange } from '../server/merchants/onboarding/review.ts'
import { paths } from '../web/platform/routes/paths.ts'
import { read, shopOf } from './api.ts'
import { certificate } from './certificate.ts'
import { phone } from './customerSteps.ts'
import { asOperator, deviceOf, givePassword, newOwner, type NewOwner } from './newOwner.ts'
import { loseFirstAnswer } from './lostAnswer.ts'
import { nightlyOnly } from './nightly.ts'
import {
  answer,
  button,
  counted,
  field,
  fillCompany,
  fillOwner,
  fillPerson,
  fillProfile,
  fillShop,
  goOn,
  handPapers,
  papersOf,
  sendShop,
  slot,
  title,
} from './onboardingSteps.ts'
import { expect, test as base } from './persona.ts'
import { approvePaper, decide, rejectPaper } from './providerReview.ts'
import { like, t } from './words.ts'

const onPhone = { viewport: phone, hasTouch: true, isMobile: true }

type Device = (owner: NewOwner, options?: BrowserContextOptions) => Promise<Page>

const test = base.extend<{ device: Device }>({
  device: async ({ browser }, use) => {
    const opened: BrowserContext[] = []
    await use((owner, options) => deviceOf(browser, owner, opened, options))
    for (const context of opened) await context.close()
  },
})

/** Nothing of the step overflows a narrow window. */
const fits = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

test('a self-employed owner completes onboarding to a selling shop, with few actions and on two devices', async ({ device }) => {
  const owner = await newOwner('self_employed', 'Nadia', 'Ortiz Peña')
  const hand = counted()
  const page = await device(owner)
  await page.goto('/')
  await expect(title(page, 'profile')).toBeVisible()
  // A part asks its own fields only, and says at once what is missing or wrong.
  await goOn(page)
  await expect(page.getByText(t('errors.field.required'))).toHaveCount(1)
  await page.goto(paths.onboarding('profile', { part: 'document' }))
  await field(page, 'documentType').selectOption('nif')
  await field(page, 'documentNumber').fill('12345678A')
  await expect(page.getByText(t('errors.field.nif'))).toBeVisible()
  // It is resumed where something is missing.
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 2, name: t('company.section.you') })).toBeVisible()
  await fillProfile(page, hand)
  await expect(page.getByText(t('company.saved'))).toBeVisible()
  // Another device continues at the same step.
  const other = await device(owner)
  await other.goto(paths.onboarding('add-merchant'))
  await expect(title(other, 'docs-info')).toBeVisible()
  await hand.do(goOn(page))
  await handPapers(page, hand)
  await fillShop(page, 'Ortiz Muebles', hand)
  await test.step('the summary shows everything, and leads back to each part', async () => {
    for (const text of ['12345678Z', 'Calle Mayor, 4', 'Muebles y decoración', 'ES91 2100 0418 4502 0005 1332'])
      await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
    await page
      .getByRole('button', { name: t('company.paper.seeOf', { name: 'certificado.pdf' }) })
      .first()
      .click()
    await expect(page.getByRole('dialog').getByRole('img', { name: 'certificado.pdf' })).toHaveAttribute('aria-busy', 'false')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: t('onboarding.summary.changeOf', { part: t('company.section.home') }) }).click()
    await expect(field(page, 'address.street')).toHaveValue('Calle Mayor, 4')
    await page.goBack()
    // Later, or on another device, no document has been opened yet: one press shows them all.
    await page.reload()
    const pictures = page.getByRole('img', { name: 'certificado.pdf' })
    await expect(button(page, 'onboarding.summary.seePapers')).toBeVisible()
    await expect(pictures).toHaveCount(0)
    await button(page, 'onboarding.summary.seePapers').press('Enter')
    await expect(page.getByRole('list', { name: t('onboarding.step.docs-upload') })).toBeFocused()
    await expect(pictures.first()).toHaveAttribute('aria-busy', 'false')
    await expect(pictures).toHaveCount((await papersOf(page)).length)
  })
  await test.step('an answer that is lost submits nothing twice', async () => {
    const keys = await loseFirstAnswer(page, '**/v2/merchants')
    // Nothing else is answered either: else the page finds out by itself that everything was sent.
    await page.route('**/v2/onboarding', (route) => route.abort('connectionreset'))
    await hand.do(button(page, 'onboarding.send').click())
    await expect(page.getByText(t('shell.error.noConnection')).first()).toBeVisible()
    await page.unroute('**/v2/onboarding')
    await button(page, 'onboarding.send').click()
    await expect(page.getByRole('heading', { level: 1, name: t('shell.pending.title', { shop: 'Ortiz Muebles' }) })).toBeVisible()
    expect(new Set(keys).size).toBe(1)
    await page.unroute('**/v2/merchants')
  })
  expect(hand.count).toBeLessThanOrEqual(60)

  await test.step('a rejected document is uploaded again on the waiting page', async () => {
    const [first] = await papersOf(page)
    const id = uuidOf(first?.files[0]?.uuid ?? '') ?? ''
    await asOperator((database) => rejectPaper(database, id))
    await page.reload()
    await expect(page.getByText(t('company.paperReason.illegible'))).toBeVisible()
    await slot(page, first?.type ?? '').setInputFiles(certificate(2))
    await expect(page.getByText(t('company.paperReason.illegible'))).toHaveCount(0)
  })

  await test.step('a requested correction opens its field, and everything is submitted again', async () => {
    await asOperator((database) =>
      atTerminal(database, (db, by) => {
        const change = { step: 'profile', field: 'address.street', message: 'Falta el número de tu calle.' } as const
        return requestChange(db, owner.accountId, change, { by, now: new Date() })
      }),
    )
    await page.goto('/')
    await expect(page).toHaveURL(paths.onboarding('profile', { field: 'address.street' }))
    await expect(field(page, 'address.street')).toBeFocused()
    await field(page, 'address.street').fill('Calle Mayor, 40')
    await goOn(page)
    await expect(page.getByText(t('onboarding.changesDone'))).toBeVisible()
    await button(page, 'onboarding.sendAgain').click()
    await expect(page).toHaveURL(/pending-merchant$/)
  })

  await test.step('after approval the panel opens by itself', async () => {
    const shop = await shopOf(page)
    await asOperator(async (database) => {
      for (const { files } of await papersOf(page)) for (const { uuid } of files) await approvePaper(database, uuidOf(uuid) ?? '')
      expect(await decide(database, shop.id, { approved: true })).toBeNull()
    })
    await page.getByRole('button', { name: t('shell.pending.ask') }).click()
    await expect(page).toHaveURL(paths.operations(shop.id))
    await page.goto(paths.onboarding('profile'))
    await expect(page).toHaveURL(paths.operations(shop.id))
  })
})

for (const [where, options] of [
  ['at the desk', {}],
  ['on the phone', onPhone],
] as const)
  test(`${where} a company tells whose it is and sends its shop; refused, it says why`, nightlyOnly, async ({ device }) => {
    const page = await device(await newOwner('unknown', 'Elena', 'Vidal Soto'), options)
    await page.goto('/')
    await button(page, 'onboarding.type.enterprise').click()
    await expect(title(page, 'profile')).toBeVisible()
    await fillPerson(page, '00000000T')
    await expect(page.getByText(t('company.saved'))).toBeVisible()
    // Several towns share this postcode: one is selected.
    await page.goto(paths.onboarding('profile', { part: 'home' }))
    await field(page, 'address.postcode').fill('01118')
    await page.getByRole('combobox', { name: t('company.field.address.city'), exact: true }).selectOption({ index: 1 })
    await goOn(page)
    await answer(page, 'isLegalRepresentative', 'shell.yes')
    await fits(page)
    await goOn(page)
    await expect(title(page, 'enterprise')).toBeVisible()
    await fillCompany(page)
    await goOn(page)
    await expect(title(page, 'ownership')).toBeVisible()
    await page.getByRole('radio', { name: new RegExp(`^${t('company.ownership.majority')}`) }).check()
    await goOn(page)
    await expect(title(page, 'owner')).toBeVisible()

    await button(page, 'onboarding.addOwner').click()
    await field(page, 'firstName').fill('Elena')
    await button(page, 'onboarding.continue').click()
    await expect(page.getByText(t('errors.field.required')).first()).toBeVisible()
    await expect(page.getByText(t('company.saved'))).toBeVisible()
    const ownerId = new URL(page.url()).searchParams.get('owner_id') ?? new URL(page.url()).searchParams.get('ownerId') ?? ''
    await page.goto(paths.onboarding('owner', { ownerId, part: 'part' }))
    await field(page, 'percentage').fill('20')
    await field(page, 'percentage').blur()
    await expect(page.getByText(t('errors.field.above_quarter'))).toBeVisible()
    await field(page, 'percentage').fill('60')
    await expect(page.getByText(t('company.saved'))).toBeVisible()
    await page.goto(paths.onboarding('owner'))
    await expect(page.getByText('Quedará', { exact: false })).toHaveCount(0)
    await expect(page.getByText(like('company.undeclared'))).toBeVisible()
    await goOn(page)
    await expect(page.getByText(t('onboarding.ownerIncomplete'))).toBeVisible()
    await page.getByRole('button', { name: t('company.removeOwnerOf', { name: 'Elena' }) }).click()
    await expect(page.getByRole('dialog')).toContainText(/100\s%/)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: /^Elena/ }).click()
    await fillOwner(page, { firstName: 'Elena', lastName: 'Vidal Soto', percentage: '60' })
    await fits(page)
    await button(page, 'onboarding.ownerDone').click()
    await expect(page.getByText(like('company.undeclared'))).toBeVisible()
    await goOn(page)

    await handPapers(page)
    await fits(page)
    await sendShop(page, 'Vidal Interiores')
    await fits(page)
    const papers = await papersOf(page)
    expect(papers.map(({ type, status }) => `${type} ${status}`).toSorted()).toEqual([
      'audited_annual_accounts in_review',
      'bank_account_certificate in_review',
      'cif in_review',
      'deeds_or_taxid in_review',
      'signatory_dni in_review',
    ])

    const shop = await shopOf(page)
    const reason = 'No aceptamos esta actividad.'
    await asOperator(async (database) => expect(await decide(database, shop.id, { approved: false, reason })).toBeNull())
    await page.getByRole('button', { name: t('shell.pending.ask') }).click()
    await expect(page.getByRole('heading', { level: 1, name: t('shell.rejected.title', { shop: shop.name }) })).toBeVisible()
    await expect(page.getByText(reason)).toBeVisible()
    await fits(page)
    await page.goto(paths.operations(shop.id))
    await expect(page.getByText(reason)).toBeVisible()
  })

test('an unreadable image or a wrong document is sent only after its owner confirms it', nightlyOnly, async ({ device }) => {
  const owner = await newOwner('self_employed', 'Iván', 'Mora')
  const page = await device(owner)
  await page.goto('/')
  await fillProfile(page)
  await goOn(page)
  await button(page, 'onboarding.docsReady').click()
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && request.url().endsWith('/v2/documents') && sent.push(request.url()))
  const dim = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 640 })
    const context = canvas.getContext('2d')
    if (context) Object.assign(context, { fillStyle: '#222' })
    context?.fillRect(0, 0, 900, 640)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  const front = page.getByRole('group', { name: new RegExp(`${t('company.side.front')}$`) })
  await front
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'dni.png', mimeType: 'image/png', buffer: Buffer.from(dim, 'base64') })
  await expect(front.getByText(t('company.doubt.dark'))).toBeVisible()
  expect(sent).toEqual([])
  await front.getByRole('button', { name: t('company.doubt.insist') }).click()
  await expect(page.getByText('dni.png')).toBeVisible()
  await expect.poll(() => sent).toHaveLength(1)

  // A document with text is checked by its content.
  const bank = page.getByRole('group', { name: t('company.paper.bank_account_certificate') })
  await slot(page, 'bank_account_certificate').setInputFiles(certificate(1, ['Factura de la luz', 'Madrid, 3 de febrero de 2020']))
  await expect(bank.getByText(t('company.doubt.otherPaper'))).toBeVisible()
  await expect(bank.getByText(t('company.doubt.old'))).toBeVisible()
  await bank.getByRole('button', { name: t('company.doubt.another') }).click()
  // So is one encrypted without a password.
  const encrypted = certificate(1, ['Factura del gas', 'Madrid, 4 de febrero de 2020'])
  const pdf = await PDFDocument.load(encrypted.buffer)
  pdf.encrypt({ userPassword: '', ownerPassword: 'owner' })
  await slot(page, 'bank_account_certificate').setInputFiles({ ...encrypted, buffer: Buffer.from(await pdf.save()) })
  await expect(bank.getByText(t('company.doubt.otherPaper'))).toBeVisible()
  await bank.getByRole('button', { name: t('company.doubt.another') }).click()
  expect(sent).toHaveLength(1)
  const account = ['Certificamos que es titular de la cuenta', 'ES91 2100 0418 4502 0005 1332']
  await slot(page, 'bank_account_certificate').setInputFiles(certificate(1, account))
  await expect(page.locator('#field-bank-account-certificate').getByText('certificado.pdf')).toBeVisible()
  await expect.poll(() => sent).toHaveLength(2)
})

test(
  'another person uploads one document by a link that shows nothing else, and that the owner revokes',
  nightlyOnly,
  async ({ device, page }) => {
    const owner = await newOwner('self_employed', 'Aurora', 'Gil')
    const mine = await device(owner)
    await mine.goto('/')
    await fillProfile(mine)
    await goOn(mine)
    await button(mine, 'onboarding.docsReady').click()
    const paper = mine.locator('#field-tax-agency-certificate')
    await paper.getByRole('button', { name: t('onboarding.delegate') }).click()
    await mine.getByRole('dialog').getByLabel(t('onboarding.delegate.recipient'), { exact: true }).fill('Gestoría Soler')
    await mine
      .getByRole('dialog')
      .getByRole('button', { name: t('onboarding.delegate.verb') })
      .click()
    const address = (await mine.getByRole('dialog').locator('code').textContent()) ?? ''
    await mine
      .getByRole('dialog')
      .getByRole('button', { name: t('shell.close') })
      .first()
      .click()
    await page.goto(new URL(address).pathname + new URL(address).hash)
    await expect(page.getByRole('heading', { level: 1, name: t('onboarding.delegated.title', { owner: 'Aurora Gil' }) })).toBeVisible()
    expect(new URL(page.url()).hash).toBe('')
    await expect(page.getByText('12345678Z')).toHaveCount(0)
    await page.locator('input[type=file]').first().setInputFiles(certificate())
    await expect(page.getByText(t('company.paperStatus.uploaded'))).toBeVisible()
    await mine.reload()
    await expect(paper.getByText(/Gestoría Soler/)).toBeVisible()
    await mine.getByRole('button', { name: t('onboarding.delegate.revoke') }).click()
    await expect(mine.getByText(t('onboarding.delegate.state.revoked'))).toBeVisible()
    await page.goto('/maintenance')
    await page.goto(new URL(address).pathname + new URL(address).hash)
    await expect(page.getByRole('heading', { level: 1, name: t('onboarding.delegated.dead') })).toBeVisible()
  },
)

test('onboarding on another host redirects there', async ({ enter }) => {
  const page = await enter('onboarding')
  const outside = 'https://alta.example'
  await page.route('**/*', async (route) => {
    if (route.request().url().startsWith(outside)) return route.fulfill({ contentType: 'text/html', body: '<h1>Alta externa</h1>' })
    if (route.request().resourceType() !== 'document') return route.continue()
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace('"onboardingUrl":""', `"onboardingUrl":"${outside}/"`) })
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Alta externa' })).toBeVisible()
  expect(page.url()).toBe(`${outside}/`)
})

// By day a first shop, above; the same call: server/merchants/onboarding/onboarding.slow.test.ts.
test('the owner of a selling shop asks for another one from the settings', nightlyOnly, async ({ device }) => {
  // An account that no other journey uses.
  const email = 'direccion@sonrisadelturia.example'
  await givePassword(email)
  const page = await device({ accountId: '', email })
  await page.goto('/settings/sections')
  await page.getByRole('link', { name: t('onboarding.addShop') }).click()
  await button(page, 'onboarding.addShop.send').click()
  await expect(page.getByText(t('errors.field.required')).first()).toBeVisible()
  const name = 'Sonrisa del Turia · Benimaclet'
  await page.getByLabel(t('onboarding.shopName'), { exact: true }).fill(name)
  await page.getByLabel(t('onboarding.inStoreOnly')).check()
  await page.getByRole('combobox', { name: t('company.field.businessActivity') }).fill('dental')
  await page.getByRole('listbox').getByRole('option').first().click()
  await page.getByLabel(t('onboarding.monthlyEarnings'), { exact: true }).fill('20.000')
  await page.getByLabel(t('onboarding.averageAmount'), { exact: true }).fill('350')
  await page.getByLabel(t('bankAccounts.ask.iban'), { exact: true }).fill('ES9121000418450200051332')
  await button(page, 'onboarding.addShop.send').click()
  await expect(page.getByText(t('onboarding.addShop.done'))).toBeVisible()
  // A session knows its shops for a second.
  const createdShop = async () => (await read<{ name: string; status: string }[]>(page, '/v2/merchants')).find((shop) => shop.name === name)
  await expect.poll(async () => (await createdShop())?.status).toBe('pending')
  // Meanwhile the settings and the form's own address say so, and no other place leads to the form.
  await page.goto('/settings/sections')
  await expect(page.getByText(t('onboarding.addShop.waiting'))).toBeVisible()
  await expect(page.getByRole('link', { name: t('onboarding.addShop') })).toHaveCount(0)
  await page.goto(paths.addShop())
  await expect(page.getByText(t('onboarding.addShop.waiting'))).toBeVisible()
  await expect(button(page, 'onboarding.addShop.send')).toHaveCount(0)
})
