import { expect, type Page, test } from '@playwright/test'
import { examineConsole } from './examineConsole.ts'
import { withClient } from '../server/platform/database/withClient.ts'
import { loseFirstAnswer } from './lostAnswer.ts'
import { running } from './newOwner.ts'
import { mailedLink } from './newPerson.ts'
import { newStaff } from './newStaff.ts'
import { password } from './persona.ts'
import { like, t } from './words.ts'
import { nightlyOnly } from './nightly.ts'

const company = 'Grupo Viajero Levante, S.A.U.'
const title = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

/** Finds a merchant by what is typed, and opens it. */
async function open(page: Page, typed: string, name: string): Promise<void> {
  await page.goto('/console/merchants')
  await page.getByLabel(t('consoleMerchants.search')).fill(typed)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name }).click()
  await title(page, name)
}

// By day the same without a browser: server/provider/merchants/merchants.slow.test.ts; the console by keyboard: consoleReview.e2e.ts.
test(
  'staff finds a merchant, opens its personal data for a reason, and disables it with a second person',
  nightlyOnly,
  async ({ browser }) => {
    const wrong: string[] = []
    const risk = await newStaff(browser, ['risk'], ['Rita', 'Lago'])
    await open(risk, 'viajero levante', company)
    await expect(risk.getByText('c•••@viajerolevante.example')).toBeVisible()
    await risk.getByRole('button', { name: t('consoleMerchants.reveal') }).click()
    await risk.getByLabel(t('consoleMerchants.reveal.optional')).fill('Llama por su pago.')
    await risk.getByRole('button', { name: t('consoleMerchants.reveal.verb') }).click()
    await expect(risk.getByText('cuentas@viajerolevante.example')).toBeVisible()
    await expect(risk.getByText(t('activity.action.operator.read-personal-data'))).toBeVisible()
    await expect(risk.getByText(like('consoleMerchants.lately'))).toBeVisible()
    wrong.push(...(await examineConsole(risk)))

    await risk.getByRole('button', { name: t('shell.verbs'), exact: true }).click()
    await risk.getByRole('menuitem', { name: t('consoleMerchants.disable') }).click()
    await risk.getByLabel(t('consoleMerchants.reason')).fill('Falta la escritura.')
    await expect(risk.getByText(t('shell.notification.account_disabled', { reason: 'Falta la escritura.' }))).toBeVisible()
    wrong.push(...(await examineConsole(risk)))
    await risk.getByRole('button', { name: t('consoleMerchants.disable') }).click()
    await expect(risk.getByText(like('console.confirmation.asked'))).toBeVisible()
    await expect(risk.getByText(t('consoleMerchants.state.enabled'))).toBeVisible()

    const second = await newStaff(browser, ['admin'], ['Ana', 'Duarte'])
    await second.goto('/console/confirmations')
    await second
      .getByRole('article')
      .filter({ hasText: company })
      .getByRole('button', { name: t('people.confirmation.confirm') })
      .press('Enter')
    await expect(second.getByText(t('people.confirmation.done'))).toBeVisible()
    // Its card has gone, and the focus has not gone with it.
    await expect(second.getByRole('main').locator(':focus')).toBeVisible()
    await risk.reload()
    await expect(risk.getByText(t('consoleMerchants.state.disabled'))).toBeVisible()
    await second.goto('/console/trail')
    await expect(second.getByText(like('trail.confirmedBy')).first()).toBeVisible()
    // Only what this call wrote: other journeys write to the same log.
    await second.getByRole('row').filter({ hasText: company }).getByTitle(t('trail.onlyThis')).first().click()
    await expect(second).toHaveURL(/[?&]call=/)
    // What each entry changed, in words too.
    await second.getByRole('group').evaluateAll((entries) => entries.forEach((entry) => entry.setAttribute('open', '')))
    wrong.push(...(await examineConsole(second)))
    expect(wrong).toEqual([])
  },
)

test('an invited owner creates their access by e-mail and begins with onboarding', nightlyOnly, async ({ browser }) => {
  const wrong: string[] = []
  const admin = await newStaff(browser, ['admin'], ['Ana', 'Duarte'])
  await admin.goto('/console/merchants')
  await title(admin, t('console.section.merchants'))
  await expect(admin.getByRole('link', { name: company })).toBeVisible()
  wrong.push(...(await examineConsole(admin)))
  await admin.getByRole('button', { name: t('consoleMerchants.invite') }).click()
  const email = `optica.${process.pid}@vega.test`
  await admin.getByLabel(t('shell.heading.email')).fill(email)
  await admin.getByLabel(t('team.join.firstName')).fill('Nadia')
  await admin.getByLabel(t('team.join.lastName')).fill('Vega Ruiz')
  await admin.getByRole('button', { name: t('consoleMerchants.invite.send') }).click()
  await expect(admin.getByText(t('errors.field.required'))).toBeVisible()
  await admin.getByLabel(t('consoleMerchants.invite.company')).fill('Óptica Vega S.L.')
  wrong.push(...(await examineConsole(admin)))
  await admin.getByRole('button', { name: t('consoleMerchants.invite.send') }).click()
  await title(admin, 'Óptica Vega S.L.')

  const owner = await (await browser.newContext()).newPage()
  await owner.goto(await mailedLink(admin, email, '/invitation'))
  await expect(owner.getByText(t('team.join.leadOwner'))).toBeVisible()
  await expect(owner.getByLabel(t('team.join.firstName'))).toHaveValue('Nadia')
  await owner.getByLabel(t('team.join.password'), { exact: true }).fill(password)
  await owner.getByLabel(t('team.join.repeat')).fill(password)
  await owner.getByRole('button', { name: t('team.join.acceptOwner') }).click()
  await expect(owner).toHaveURL(/\/onboarding/)
  await admin.reload()
  await expect(admin.getByText(t('team.status.invited'))).toHaveCount(0)
  expect(wrong).toEqual([])
})

/** The address in the console of an operation that is being repaid. */
async function operationInRepayment(): Promise<string> {
  return withClient(running().ownerUrl, async (client) => {
    const { rows } = await client.query<{
      path: string
    }>(`select replace('/console/merchants/' || m.account_id || '/shops/' || o.merchant_id || '/operations/' || o.id, '-', '') as path
      from operations o join merchants m on m.id = o.merchant_id where o.mode = 'live' and o.substatus = 'payment_process' and o.next_due_on > current_date
        and o.last_captured_at < now() - interval '2 days' order by o.created_at desc limit 1`)
    return rows[0]?.path ?? ''
  })
}

test(
  'finance notes an instalment paid by transfer, though an answer is lost; a second person confirms it',
  nightlyOnly,
  async ({ browser }) => {
    const wrong: string[] = []
    const path = await operationInRepayment()
    const finance = await newStaff(browser, ['finance'], ['Fina', 'Roca'])
    await finance.goto(path)
    // The shop, which leads to its merchant.
    await expect(finance.getByRole('main').locator('header a[href*="?shop="]')).toBeVisible()
    await finance.getByRole('button', { name: t('shell.verbs'), exact: true }).click()
    const words = t('consoleMerchants.operation.note')
    await finance.getByRole('menuitem', { name: words }).click()
    const dialog = finance.getByRole('dialog', { name: words })
    await expect(dialog.getByText(like('consoleMerchants.operation.note.pays'))).toBeVisible()
    await dialog.getByRole('button', { name: words }).click()
    await expect(dialog.getByText(t('errors.field.required'))).toBeVisible()
    wrong.push(...(await examineConsole(finance)))
    await dialog.getByLabel(t('consoleMerchants.operation.note.reference')).fill('TRF-20261127-8841')
    const keys = await loseFirstAnswer(finance, '**/payments')
    await dialog.getByRole('button', { name: words }).click()
    await expect(dialog.getByText(t('shell.error.noConnection'))).toBeVisible()
    await dialog.getByRole('button', { name: words }).click()
    await expect(finance.getByText(like('console.confirmation.asked'))).toBeVisible()
    expect(new Set(keys).size, 'the same request, sent again').toBe(1)

    const second = await newStaff(browser, ['finance'], ['Rosa', 'Pons'])
    await second.goto('/console/confirmations')
    const article = second.getByRole('article').filter({ hasText: 'TRF-20261127-8841' })
    await expect(article).toHaveCount(1)
    wrong.push(...(await examineConsole(second)))
    await article.getByRole('button', { name: t('people.confirmation.confirm') }).click()
    await expect(second.getByText(t('people.confirmation.done'))).toBeVisible()
    await finance.reload()
    await expect(finance.getByText('TRF-20261127-8841')).toBeVisible()
    await expect(finance.getByText(t('operations.event.paid_by_transfer')).first()).toBeVisible()
    wrong.push(...(await examineConsole(finance)))

    const admin = await newStaff(browser, ['admin'], ['Ana', 'Sanz'])
    await admin.goto('/console/trail')
    // Other journeys write to the same log.
    await admin.locator(`a[href="${path}"]`).first().click()
    await expect(admin).toHaveURL(path)
    expect(wrong).toEqual([])
  },
)
