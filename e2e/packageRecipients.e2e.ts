import { paths } from '../web/platform/routes/paths.ts'
import { shopOf } from './api.ts'
import { mailedLink } from './newPerson.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { t } from './words.ts'

// By day on the server only: server/money/reports/packageRecipients.test.ts.
test(
  'an address without an account is asked from the page of reports, confirms by the link in its mailbox, and stops it again',
  nightlyOnly,
  async ({ enter, page: mailbox }) => {
    const page = await enter('owner.empresa')
    const { id, name } = await shopOf(page)
    await page.goto(paths.reports(id))
    const section = page.getByRole('region', { name: t('reports.packages.recipients') })
    const address = section.getByLabel(t('reports.packages.address'), { exact: true })
    await address.fill('gestoria')
    await page.keyboard.press('Enter')
    await expect(section.getByText(t('errors.field.format'))).toBeVisible()
    const email = `administracion-y-contabilidad-${Date.now()}@gestoria-soler-e-hijos.test`
    await address.fill(email)
    await page.keyboard.press('Enter')
    const entry = section.getByRole('listitem').filter({ hasText: email })
    await expect(entry).toContainText(t('reports.packages.state.asked'))

    const link = await mailedLink(mailbox, email, '/package#')
    // A call that fails does not make the link dead.
    await mailbox.route('**/v2/package-link', (route) => route.abort(), { times: 1 })
    await mailbox.goto(link)
    await expect(mailbox.getByText(t('reports.packages.dead'))).toHaveCount(0)
    await mailbox.getByRole('button', { name: t('shell.retry') }).click()
    await expect(mailbox.getByRole('heading', { level: 1, name: t('reports.packages.asked.title', { shop: name }) })).toBeVisible()
    expect(new URL(mailbox.url()).hash).toBe('')
    await mailbox.getByRole('button', { name: t('reports.packages.confirm') }).click()
    await expect(mailbox.getByRole('heading', { level: 1, name: t('reports.packages.active.title', { shop: name }) })).toBeVisible()
    await page.reload()
    await expect(entry).toContainText(t('reports.packages.state.active'))

    await mailbox.getByRole('button', { name: t('reports.packages.stop') }).click()
    await expect(mailbox.getByRole('heading', { level: 1, name: t('reports.packages.stopped.title', { shop: name }) })).toBeVisible()
    await page.reload()
    await expect(entry).toContainText(t('reports.packages.state.stopped'))
    await entry.getByRole('button', { name: t('reports.packages.removeOf', { email }) }).click()
    await expect(entry).toHaveCount(0)
  },
)
