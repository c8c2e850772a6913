import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { staffPersonas } from '../server/demo/staffPersonas.ts'
import { withClient } from '../server/platform/database/withClient.ts'
import { newStaffToken, staffTokenHash } from '../server/platform/consoleGateway/consoleCookie.ts'
import { sticksOutAt } from './examine.ts'
import { running } from './newOwner.ts'
import { lostInLargeText } from './largeText.ts'
import { nightly } from './nightly.ts'
import { violations } from './violations.ts'
import { t } from './words.ts'

/** An open session of the demo's reviewer: signing in has a journey of its own. */
async function signedIn(page: Page): Promise<void> {
  const [reviewer] = staffPersonas
  const token = newStaffToken()
  await withClient(running().ownerUrl, (client) =>
    client.query(
      `insert into staff_sessions (id, staff_id, token_hash, created_at, active_at, expires_at) values ($1, $2, $3, now(), now(), now() + interval '1 hour')`,
      [randomUUID(), reviewer?.id, staffTokenHash(token)],
    ),
  )
  const url = `http://127.0.0.1:${process.env.E2E_PORT}`
  await page.context().addCookies([{ name: 'staff', value: token, url, httpOnly: true, sameSite: 'Strict' }])
}

const company = 'Talleres Olmedo y Rivas, S.L.'
const documents = ['signatory_dni', 'cif', 'deeds_or_taxid', 'bank_account_certificate', 'audited_annual_accounts'] as const

test('a reviewer decides the whole application of a company by keyboard, in at most twelve presses', async ({ page }) => {
  await signedIn(page)
  let presses = 0
  const press = (key: string) => {
    presses += 1
    return page.keyboard.press(key)
  }
  await page.goto('/console/work?kind=application')
  const row = page.getByRole('row').filter({ hasText: company })
  await expect(row).toBeVisible()
  expect(await violations(page)).toEqual([])
  expect(await sticksOutAt(page, 375)).toEqual([])
  if (nightly) expect(await lostInLargeText(page)).toEqual([])

  await test.step('the keys of the list select it and open it', async () => {
    const link = row.getByRole('link', { name: company, exact: true })
    // What is removed while it has the focus leaves it beside: never on a button, which a held key would press.
    const beside = await page.getByRole('main').evaluate(async (main) => {
      const list = document.createElement('div')
      const [link, button, last] = [document.createElement('a'), document.createElement('button'), document.createElement('button')]
      link.href = '#'
      link.textContent = 'Uno'
      button.textContent = 'Dos'
      last.textContent = 'Tres'
      list.append(link, button, last)
      main.append(list)
      last.focus()
      last.remove()
      while (document.activeElement === document.body) await new Promise(requestAnimationFrame)
      const focused = document.activeElement?.textContent
      const isLeftAlone = !button.hasAttribute('tabindex')
      list.remove()
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      return { focused, isLeftAlone }
    })
    expect(beside).toEqual({ focused: 'Uno', isLeftAlone: true })
    while (!(await link.evaluate((element) => element === document.activeElement))) await press('j')
    await press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: company })).toBeVisible()
  })

  await test.step('each document is shown beside what was typed, and approving it opens the next', async () => {
    const paper = (type: (typeof documents)[number]) => page.getByRole('img', { name: t(`company.paper.${type}`) })
    await expect(page.getByText(t('review.check.cif.right'))).toBeVisible()
    // The last day of the identity card is read in its text.
    await expect(page.getByLabel(t('review.document.expires'))).toHaveValue('12.03.2031')
    expect(await violations(page)).toEqual([])
    expect(await sticksOutAt(page, 375)).toEqual([])
    if (nightly) expect(await lostInLargeText(page)).toEqual([])
    for (const type of documents) {
      await expect(paper(type)).toHaveAttribute('aria-busy', 'false')
      await press('a')
    }
  })

  await test.step('at last the shop is approved, and the next application is opened', async () => {
    await expect(page.getByText(t('review.shop.ready', { shop: 'Talleres Olmedo' }))).toBeVisible()
    await press('a')
    await expect(page.getByText(t('review.shop.done', { shop: 'Talleres Olmedo' }))).toBeVisible()
    await expect(page).not.toHaveURL(/console\/work\b/)
    await expect(page.getByRole('heading', { level: 1, name: company })).toHaveCount(0)
  })

  expect(presses).toBeLessThanOrEqual(12)
  const decided = await withClient(running().ownerUrl, (client) =>
    client.query(
      `select m.status, (select array_agg(distinct d.status) from documents d where d.account_id = m.account_id) as documents,
         (select count(*)::integer from audit_entries a where a.account_id = m.account_id and a.staff_id = $2 and a.call like 'operator.approve-%') as entries
       from merchants m where m.name = $1`,
      ['Talleres Olmedo', staffPersonas[0]?.id],
    ),
  )
  // One entry for each side of the identity card.
  expect(decided.rows).toEqual([{ status: 'active', documents: ['approved'], entries: documents.length + 2 }])
})
