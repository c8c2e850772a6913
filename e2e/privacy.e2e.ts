import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { ask, shopOf } from './api.ts'
import { freshPhone } from './customerSteps.ts'
import { Job } from './job.ts'
import { nightlyOnly } from './nightly.ts'
import { type Enter, expect, type PersonaName, test } from './persona.ts'
import { notices, rows } from './regions.ts'
import { stepUpUntil } from './stepUp.ts'
import { like, t } from './words.ts'

const mode = 'sandbox'
const firstName = 'Zenobia'
/** A unique surname. */
const lastName = `Quintanar ${randomUUID().replace(/[^a-f]/g, '')}`
const others = ['admin.empresa', 'editor.empresa', 'guest.empresa'] as const satisfies readonly PersonaName[]

/** A sale to a unique customer. */
async function sell(page: Page, shopId: string): Promise<{ id: string; mid: string; email: string }> {
  const mid = `PRIV-${randomUUID().slice(0, 8)}`
  const email = `${mid.toLowerCase()}@quintanar.example`
  const articles = [{ name: 'Timbre', quantity: 1, price: 5_000, tax_rate: 2_100, total: 6_050 }]
  const customer = { first_name: firstName, last_name: lastName, email, phone: freshPhone() }
  const body = { submit_type: 'user', order: { mid, total_amount: 6_050, articles }, customer, allow_duplicate: true }
  const headers = { 'idempotency-key': randomUUID() }
  const answer = await ask(page, 'POST', `/v2/merchants/${shopId}/request-checkout-offline`, { mode, body, headers })
  expect(answer.status(), await answer.text()).toBe(201)
  const { operation_id: id } = (await answer.json()) as { operation_id: string }
  return { id, mid, email }
}

/** A member of the shop, in its test mode. */
async function at(enter: Enter, name: PersonaName, { own = false, width = 1_000 } = {}): Promise<{ page: Page; shopId: string }> {
  const page = await enter(name, { own, viewport: { width, height: 800 } })
  const { id: shopId } = await shopOf(page)
  await page.addInitScript((key) => localStorage.setItem(key, '1'), `sandbox:${shopId}`)
  return { page, shopId }
}

const cardOf = (page: Page) => page.getByRole('region', { name: t('operations.customer.title'), exact: true })
const toErase = (page: Page) => cardOf(page).getByRole('link', { name: t('privacy.card.erase') })

test(
  'with the keyboard an owner erases a customer once their sale has ended, sees what was erased and what stays, and no data of theirs remain',
  nightlyOnly,
  async ({ enter }) => {
    // The password is entered in the dialog.
    const { page, shopId } = await at(enter, 'owner.autonomo', { own: true })
    const { id, mid, email } = await sell(page, shopId)
    const hand = new Job(page, 'keyboard')
    const dialog = page.getByRole('dialog', { name: t('privacy.erase.title', { name: `${firstName} ${lastName}` }) })

    // While the sale is in progress the erasure waits, and says so.
    await page.goto(paths.operation(shopId, id))
    await hand.press(toErase(page))
    await expect(dialog.getByText(t('privacy.open'))).toBeVisible()
    await expect(dialog.getByText(t('privacy.when.sale'))).toBeVisible()
    await expect(dialog.getByRole('button', { name: t('privacy.erase.later') })).toBeVisible()
    await hand.key('Escape')
    await expect(dialog).toBeHidden()
    await expect(toErase(page)).toBeFocused()

    const headers = { 'idempotency-key': randomUUID() }
    const ended = await ask(page, 'POST', `/v2/merchants/${shopId}/orders/${id}/cancel`, { mode, body: {}, headers })
    expect(ended.status(), await ended.text()).toBe(204)
    await page.reload()
    await hand.press(toErase(page))
    await expect(dialog.getByText(t('privacy.when.now'))).toBeVisible()
    const submit = dialog.getByRole('button', { name: t('privacy.erase.submit'), exact: true })
    await hand.press(submit)
    const receipt = page.getByRole('dialog', { name: t('privacy.receipt.title') })
    await stepUpUntil(page, receipt)
    await expect(notices(page)).toContainText(t('privacy.erase.done'))
    await expect(receipt).toContainText(t('privacy.ground.request'))
    await expect(receipt.getByRole('region', { name: t('privacy.receipt.gone') })).toContainText(t('privacy.receipt.identity'))
    await expect(receipt.getByRole('region', { name: t('privacy.receipt.kept') })).toContainText(t('privacy.receipt.nothing'))
    await hand.key('Escape')
    await expect(cardOf(page).getByRole('link', { name: t('privacy.card.receipt') })).toBeFocused()
    await expect(cardOf(page)).toContainText(t('privacy.card.hidden'))
    await expect(page.getByText(firstName)).toHaveCount(0)

    await page.goto(paths.operations(shopId, { q: mid }))
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page).getByText(like('privacy.hidden'))).toBeVisible()
    for (const q of [email, lastName]) {
      await page.goto(paths.operations(shopId, { q }))
      await expect(page.getByText(like('operations.empty.search.title'))).toBeVisible()
    }
  },
)

test('others than an owner cannot erase, by screen, address or call', nightlyOnly, async ({ enter }) => {
  const { page: owner, shopId } = await at(enter, 'owner.empresa')
  const { id } = await sell(owner, shopId)
  for (const name of others) {
    const { page } = await at(enter, name, { width: 375 })
    await page.goto(paths.operation(shopId, id, { dialog: 'privacy' }))
    await expect(cardOf(page)).toBeVisible()
    await expect(toErase(page)).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    for (const method of ['GET', 'POST'] as const) {
      const body = method === 'POST' ? { ground: 'request' } : undefined
      const headers = { 'idempotency-key': randomUUID() }
      const answer = await ask(page, method, `/v2/merchants/${shopId}/orders/${id}/customer-erasure`, { mode, body, headers })
      expect(answer.status(), `${method} of ${name}`).toBe(403)
    }
  }
})
