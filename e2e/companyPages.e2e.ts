import { paths } from '../web/platform/routes/paths.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { listTitle } from './regions.ts'
import { like, t } from './words.ts'

test('a change of the company asks once before leaving, is kept as a draft, and shows its consequences', async ({ enter }) => {
  const page = await enter('owner.empresa', { own: true })
  await page.goto(paths.companyEnterprise())
  const name = page.getByLabel(t('company.field.name'), { exact: true })
  await expect(name).not.toHaveValue('')
  const before = await name.inputValue()
  await expect(page.getByText(t('settings.company.unchanged')).first()).toBeVisible()
  await name.fill('Otra casa, S.L.')
  await expect(page.getByText(t('settings.company.follows.invoices'))).toBeVisible()
  await page.getByRole('link', { name: t('settings.company.back') }).click()
  const question = page.getByRole('dialog', { name: t('settings.company.leave') })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  // Asks once: the second time the page is left, and the input is restored later.
  await page.getByRole('link', { name: t('settings.company.back') }).click()
  await expect(page).toHaveURL(/\/settings\/company$/)
  await page.getByRole('link', { name: t('settings.company.enterprise') }).click()
  await expect(page.getByText(t('settings.company.resumed'))).toBeVisible()
  await expect(name).toHaveValue('Otra casa, S.L.')
  await page.getByRole('button', { name: t('settings.company.discard') }).click()
  await expect(name).toHaveValue(before)
})

test('on a phone a refused field in a folded part is unfolded and focused, and what is typed stays in sight when the phone is turned', async ({
  enter,
}) => {
  const page = await enter('owner.empresa', { viewport: { width: 375, height: 812 } })
  await page.goto(paths.companyOwner())
  const part = (key: string) => page.getByRole('button', { name: t(key) })
  const birthday = page.getByLabel(t('company.field.birthday'), { exact: true })
  await page.getByLabel(t('company.field.firstName'), { exact: true }).fill('Ana')
  await birthday.fill('31')
  await part('company.section.person').click()
  await expect(birthday).toBeHidden()
  await page.getByRole('main').locator('button[type=submit]').click()
  await expect(birthday).toBeFocused()
  await expect(birthday).toBeInViewport()

  await expect(part('company.section.residence')).toHaveAttribute('aria-expanded', 'false')
  await page.setViewportSize({ width: 852, height: 393 })
  const town = page.getByLabel(t('company.field.address.city'), { exact: true })
  await town.fill('Sevilla')
  await page.setViewportSize({ width: 393, height: 852 })
  await expect(part('company.section.residence')).toHaveAttribute('aria-expanded', 'true')
  await expect(town).toBeFocused()
})

test('the form is filled from the uploaded documents, each value confirmed by the owner', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.empresa', { own: true })
  await page.goto(paths.companyEnterprise())
  await page.getByRole('button', { name: t('company.fill.read') }).click()
  const foundGroup = page.getByRole('group', { name: t('company.fill.found') })
  const sheet = foundGroup.getByRole('checkbox', {
    name: t('company.fill.value', { field: t('company.field.registryData.sheet'), value: 'SE-104512' }),
  })
  await expect(sheet).not.toBeChecked()
  await expect(foundGroup.getByText(t('company.place', { page: 1, line: 5 })).first()).toBeVisible()
  await sheet.check()
  await foundGroup.getByRole('button', { name: t('company.fill.put') }).click()
  await expect(page.getByLabel(t('company.field.registryData.sheet'), { exact: true })).toHaveValue('SE-104512')
  await expect(page.getByLabel(t('company.field.registryData.volume'), { exact: true })).toHaveValue('')
})

test('the beneficial owners are computed while the shares are typed; incomplete shares are not saved', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.empresa', { own: true })
  await page.goto(paths.companyOwnership())
  const parts = page.getByRole('table', { name: t('settings.holders.table') })
  const share = parts.getByLabel(
    t('settings.holders.of', { field: t('settings.holders.share'), name: 'Ribera Hermanas Inversiones S.L.' }),
    { exact: true },
  )
  await expect(page.getByText(t('settings.holders.fits'))).toBeVisible()
  await expect(page.getByText(t('settings.holders.ownerIndirect', { name: 'Ana Ribera Núñez', share: '60 %' }))).toBeVisible()
  await share.fill('20')
  await expect(page.getByText(like('settings.holders.missing')).first()).toBeVisible()
  await expect(page.getByText(t('settings.holders.ownerIndirect', { name: 'Ximena Ribera Núñez', share: '28 %' }))).toBeVisible()
  await expect(page.getByRole('button', { name: t('settings.holders.save') })).toBeDisabled()
  await share.fill('25')
  await parts.getByRole('button', { name: t('settings.holders.removeOf', { name: 'Ribera Hermanas Inversiones S.L.' }) }).click()
  await expect(page.getByText(t('settings.holders.owner', { name: 'Ana Ribera Núñez', share: '45 %' }))).toBeVisible()
})

test('only changed fields are sent', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.autonomo', { own: true })
  await page.goto(paths.companyProfile())
  const landline = page.getByLabel(t('company.field.landline'), { exact: true })
  const other = (await landline.inputValue()).endsWith('1') ? '912345672' : '912345671'
  // Invalid input shows an error, and is not sent.
  await landline.fill('985')
  await page.getByRole('button', { name: t('settings.company.save') }).click()
  await expect(landline).toBeFocused()
  await expect(landline).toHaveAttribute('aria-invalid', 'true')
  await landline.fill(other)
  const sent = page.waitForRequest((request) => request.method() === 'PATCH' && request.url().endsWith('/v2/profile'))
  await page.getByRole('button', { name: t('settings.company.save') }).click()
  expect((await sent).postDataJSON()).toEqual({ landline: other, revision: expect.any(Number) })
  await expect(page.getByText(t('settings.company.saved'))).toBeVisible()
  await page.reload()
  await expect(landline).toHaveValue(other)
  await expect(page.getByText(t('settings.company.resumed'))).toHaveCount(0)
})

test('an unknown owner redirects to the root, and only an owner can open the company', nightlyOnly, async ({ enter }) => {
  const owner = await enter('owner.empresa')
  await owner.goto(paths.companyOwner('f'.repeat(32)))
  await expect(listTitle(owner)).toBeVisible()
  await expect(owner.getByText(t('shell.notice.notFound'))).toBeVisible()
  const editor = await enter('editor.empresa')
  const requests: string[] = []
  editor.on('request', (request) => requests.push(new URL(request.url()).pathname))
  for (const path of [paths.companyProfile(), paths.companyOwnership(), paths.companyPapers()]) {
    await editor.goto(path)
    await expect(listTitle(editor)).toBeVisible()
  }
  expect(requests.filter((path) => /^\/v2\/(?:profile|enterprise|documents)/.test(path))).toEqual([])
})
