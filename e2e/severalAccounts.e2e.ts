import type { Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { ask } from './api.ts'
import { mailedLink } from './newPerson.ts'
import { emailOf, expect, password, test } from './persona.ts'
import { listTitle } from './regions.ts'
import { t } from './words.ts'
import { nightlyOnly } from './nightly.ts'

const second = 'Academia Meridiano, S. Coop.'

/** Opens the switcher; its panel. */
async function switcher(page: Page) {
  await page.getByRole('button', { name: new RegExp(t('shell.merchant.change')) }).click()
  return page.getByRole('menu', { name: t('shell.merchant.menu') })
}

test(
  'an accountant switches between two accounts, sees the tasks of both, and joins a third with the same sign-in',
  nightlyOnly,
  async ({ enter }) => {
    const page = await enter('gestoria', { own: true })
    await page.goto('/')
    await expect(listTitle(page)).toBeVisible()

    // By keyboard, to the other account's second shop.
    const shops = await switcher(page)
    await expect(shops.getByRole('group', { name: second })).toBeVisible()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowUp')
    const named = shops.getByRole('menuitemradio', { name: /Librería Meridiano/ })
    await named.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: /Librería Meridiano/ })).toBeVisible()

    // Pages without a shop in their address are of this account too, also after a reload.
    await page.goto(paths.usersPermissions())
    await expect(page.getByRole('table')).toContainText('Fermín Guerrero Ramos')
    await page.reload()
    await expect(page.getByRole('table')).toContainText('Fermín Guerrero Ramos')

    // The inbox names the other account's shop, and its task opens there.
    const { accounts } = (await (await ask(page, 'GET', '/v2/me')).json()) as {
      accounts: { name: string; merchants: { id: string; name: string }[] }[]
    }
    const bikes = accounts.flatMap(({ merchants }) => merchants).find(({ name }) => name === 'Bicis Ñandú')
    await page.goto(paths.inbox(bikes?.id ?? ''))
    const elsewhere = page.getByRole('region', { name: t('inbox.elsewhere.title') })
    await expect(elsewhere.getByRole('heading', { name: /Librería Meridiano/ })).toBeVisible()
    await elsewhere
      .getByRole('heading', { name: /Librería Meridiano/ })
      .locator('..')
      .getByRole('link')
      .first()
      .click()
    await expect(page.getByRole('button', { name: /^Librería Meridiano/ })).toBeVisible()

    // A third company invites the same address.
    const owner = await enter('dostiendas', { own: true })
    expect((await ask(owner, 'POST', '/v2/me/step-up', { body: { password } })).status()).toBe(204)
    const invited = await ask(owner, 'POST', '/v2/users', { body: { emails: [emailOf('gestoria')], role: 'guest', merchants: [] } })
    expect(invited.status(), await invited.text()).toBe(201)
    await page.goto(await mailedLink(owner, emailOf('gestoria'), '/invitation'))
    await expect(page.getByText(t('team.join.signsIn', { email: emailOf('gestoria') }))).toBeVisible()
    await page.getByRole('button', { name: t('team.join.acceptSignedIn') }).click()
    await expect(page.getByRole('button', { name: /Ferretería Peláez|Patines del Norte/ })).toBeVisible()
    const all = await switcher(page)
    await expect(all.getByRole('group')).toHaveCount(3)
  },
)
