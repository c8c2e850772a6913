import type { Page } from '@playwright/test'
import { withClient } from '../server/platform/database/withClient.ts'
import { paths } from '../web/platform/routes/paths.ts'
import { accessTokenOf, ask, find, refundsOf, shopOf } from './api.ts'
import { running } from './newOwner.ts'
import { mailedLink } from './newPerson.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, test, type Enter } from './persona.ts'
import { listTitle } from './regions.ts'
import { stepUpUntil } from './stepUp.ts'
import { like, t } from './words.ts'

test.describe.configure({ mode: 'parallel' })

const chosen = 'siete macetas en el balcón'
let count = 0
/** A unique person. */
const newAddress = () => `persona${Date.now().toString(36)}${(count += 1)}@casaribera.example`

/** Invites from the team page, with the default access. */
async function invite(owner: Page, email: string): Promise<void> {
  await owner.goto(paths.usersPermissions())
  await owner.getByRole('link', { name: t('team.invite'), exact: true }).click()
  await owner.getByLabel(t('team.field.emails')).fill(email)
  await owner.getByRole('button', { name: like('team.invite.one') }).click()
  await stepUpUntil(owner, owner.getByText(t('team.invite.done', { count: 1 })))
}

/** The link in the newest e-mail to an address. */
const linkFor = (page: Page, email: string) => mailedLink(page, email, '/invitation#')

/** Joins by the link, with a chosen name. */
async function join(page: Page, address: string, lastName = 'Soler Vidal'): Promise<void> {
  await page.goto(address)
  await page.getByLabel(t('team.join.firstName')).fill('Marina')
  await page.getByLabel(t('team.join.lastName')).fill(lastName)
  await page.getByLabel(t('team.join.password'), { exact: true }).fill(chosen)
  await page.getByLabel(t('team.join.repeat'), { exact: true }).fill(chosen)
  await page.getByRole('button', { name: t('team.join.accept') }).click()
  await expect(listTitle(page)).toBeVisible()
}

/** An owner and a new member, in a separate browser. */
async function newcomer(enter: Enter, page: Page, lastName?: string): Promise<{ owner: Page; email: string }> {
  const owner = await enter('owner.empresa', { own: true })
  const email = newAddress()
  await invite(owner, email)
  await join(page, await linkFor(page, email), lastName)
  return { owner, email }
}

/** The password of a person as the running product stored it. */
const storedHash = (email: string): Promise<string | undefined> =>
  withClient(running().ownerUrl, async (client) => {
    const { rows } = await client.query<{ password_hash: string }>('select password_hash from users where email = $1', [email])
    return rows[0]?.password_hash
  })

// By day server/access/team/team.slow.test.ts and invitations.test.ts beside it; journeys of new people are invited by the same calls.
test('an invitation can be used once, and grants the access it was sent with', nightlyOnly, async ({ enter, page }) => {
  const owner = await enter('owner.empresa', { own: true })
  const email = newAddress()
  await invite(owner, email)
  const row = owner.getByRole('row', { name: new RegExp(email) })
  await expect(row).toContainText(t('team.status.invited'))
  const address = await linkFor(page, email)
  const token = address.split('.').at(-1) ?? 'none'
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.url()} ${request.headers()['referer'] ?? ''}`))
  await page.goto(address)
  await expect(page.getByText(like('team.join.lead'))).toBeVisible()
  await expect(page).toHaveURL(/\/invitation$/)
  await page.getByRole('button', { name: t('team.join.accept') }).click()
  await expect(page.getByLabel(t('team.join.firstName'))).toBeFocused()
  await join(page, address)
  expect(requests.filter((one) => one.includes(token))).toEqual([])
  expect(await storedHash(email), 'the product hashes at its full cost').toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  // What the preset does not include is not shown: no settlements, and no invitations.
  await page.goto(paths.settingsSections())
  await expect(page.getByRole('link', { name: t('activity.title') })).toHaveCount(0)
  const shop = await shopOf(page)
  expect((await ask(page, 'GET', `/v2/merchants/${shop.id}/settlements`)).status()).toBe(403)
  await page.goto(address)
  await expect(page.getByRole('heading', { name: t('team.join.dead') })).toBeVisible()
  await owner.reload()
  await expect(owner.getByRole('row', { name: /Marina Soler Vidal/ }).filter({ hasText: email })).toContainText(t('team.status.active'))
})

test('a removed member is signed out at once, and the activity log says who removed them', nightlyOnly, async ({ enter, page }) => {
  // No other person of that name joins meanwhile.
  const { owner, email } = await newcomer(enter, page, 'Soler Marín')
  // Read here: their own page deletes it as soon as it notices.
  const headers = { authorization: `Bearer ${await accessTokenOf(page)}` }
  await owner.goto(paths.usersPermissionsAdd(email))
  await owner.getByRole('button', { name: t('team.remove') }).click()
  await expect(owner.getByText(t('team.sessions', { count: 1 }))).toBeVisible()
  await owner.getByRole('button', { name: t('team.remove.verb') }).click()
  await expect(
    owner
      .getByText(like('team.removed'))
      .or(owner.getByText(/Marina Soler Marín ya no está/))
      .first(),
  ).toBeVisible()
  await expect(async () => expect((await page.request.get('/v2/me', { headers })).status()).toBe(401)).toPass({ timeout: 45_000 })
  await owner.goto(paths.activity({ kind: 'team' }))
  await expect(owner.getByRole('row', { name: /Marina Soler Marín/ }).first()).toContainText('Ana Ribera Núñez')
})

test('a refund above the limit is requested, and another member approves it with one click', nightlyOnly, async ({ enter, page }) => {
  const { owner } = await newcomer(enter, page)
  const shop = await shopOf(owner)
  // Of amounts that no other journey takes.
  const row = await find(
    owner,
    shop.id,
    'substatus=payment_process&min_amount=90000',
    ({ refunded_amount: refunded, total_amount: total }) => refunded === 0 && total < 120_000,
  )
  await page.goto(paths.operationRefund(shop.id, row.id))
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('operations.refund.amount'), { exact: true }).fill('200')
  await expect(dialog.getByText(t('team.refund.beyond'))).toBeVisible()
  await expect(dialog.getByText(/^Sin aprobación puedes devolver hoy hasta 150,00/)).toBeVisible()
  await dialog.getByRole('button', { name: like('team.refund.ask') }).click()
  await expect(page).toHaveURL(/\/approval\/[0-9a-f]{32}$/)
  await expect(dialog.getByText(like('team.approval.waiting'))).toBeVisible()
  expect(await refundsOf(owner, shop.id, row.id)).toEqual([])

  await owner.goto(new URL(page.url()).pathname)
  await owner.getByRole('button', { name: like('team.approval.approve') }).click()
  await stepUpUntil(owner, owner.getByText(like('team.approval.done.approve')))
  expect(await refundsOf(owner, shop.id, row.id)).toMatchObject([{ amount: 20_000 }])
  // The requester sees it arrive.
  await expect(dialog.getByText(like('team.approval.was.approved'))).toBeVisible()
})

test('lower roles can only read or have no access; their rights are explained', nightlyOnly, async ({ enter }) => {
  const editor = await enter('editor.empresa')
  await editor.goto(paths.usersPermissions())
  await expect(editor.getByRole('table', { name: t('team.table') })).toBeVisible()
  await expect(editor.getByRole('link', { name: t('team.invite'), exact: true })).toHaveCount(0)
  await editor.getByRole('link', { name: t('team.rights') }).click()
  await expect(editor.getByRole('dialog').getByRole('row', { name: new RegExp(t('team.right.refund')) })).toContainText(/hasta 1\.000,00/)
  for (const address of [paths.usersPermissionsAdd(), paths.activity()]) {
    await editor.goto(address)
    await expect(editor).toHaveURL(/\/operations/)
  }
  expect((await ask(editor, 'POST', '/v2/users', { body: { emails: ['otra@demo.test'], role: 'guest' } })).status()).toBe(403)
  const guest = await enter('guest.empresa')
  await guest.goto(paths.usersPermissions())
  await expect(guest).toHaveURL(/\/operations/)
  expect((await ask(guest, 'GET', '/v2/users')).status()).toBe(403)
})
