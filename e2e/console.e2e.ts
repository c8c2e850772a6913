import { expect, type Locator, type Page, test } from '@playwright/test'
import { authenticator } from './authenticator.ts'
import { type EmptyProduct, emptyProduct } from './emptyProduct.ts'
import { examineConsole } from './examineConsole.ts'
import { like, t } from './words.ts'
import { nightlyOnly } from './nightly.ts'

let product: EmptyProduct
test.beforeAll(async () => {
  product = await emptyProduct()
})
test.afterAll(() => product.stop())

const password = 'la frase larga de la consola'

/** Moves the focus to a control with the Tab key. */
async function tabTo(page: Page, goal: Locator): Promise<void> {
  await expect(goal).toBeVisible()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await goal.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the Tab key does not reach ${String(goal)}`)
}

/** Types into a field that is reached with the Tab key. */
async function type(page: Page, label: string, text: string, within: Page | Locator = page): Promise<void> {
  await tabTo(page, within.getByLabel(label, { exact: true }))
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, page.getByRole('button', { name, exact: true }))
  await page.keyboard.press('Enter')
}

const sees = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()

/** Opens a page from the palette. */
async function openFromPalette(page: Page, title: string): Promise<void> {
  await page.keyboard.press('Control+K')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type(title)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

/** Name, password and authenticator, with one mistake in each step; then the recovery codes. Returns them and the authenticator app. */
async function createAccess(page: Page, person: { firstName: string; lastName: string; email?: string }) {
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(t('console.link.opening'))
  expect(page.url(), 'the token has left the address').not.toMatch(/[?#]/)
  await type(page, t('team.join.firstName'), person.firstName)
  await type(page, t('team.join.lastName'), person.lastName)
  if (person.email !== undefined) await type(page, t('team.join.email'), person.email)
  await type(page, t('team.join.password'), password)
  await type(page, t('team.join.repeat'), 'otra frase')
  await press(page, t('console.link.next'))
  await sees(page, t('password.mismatch'))
  await type(page, t('team.join.repeat'), password)
  await press(page, t('console.link.next'))
  await expect(page.getByRole('img', { name: t('settings.authenticator.qr') })).toBeVisible()
  const secret = await page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()
  const code = authenticator(secret.replaceAll(' ', ''))
  await type(page, t('settings.authenticator.code'), '000000')
  await press(page, t('console.link.create'))
  await sees(page, t('errors.field.code'))
  await type(page, t('settings.authenticator.code'), code())
  await press(page, t('console.link.create'))
  await expect(page.getByRole('heading', { name: t('settings.recovery.title') })).toBeVisible()
  const recoveryCodes = await page.getByRole('listitem').allInnerTexts()
  await tabTo(page, page.getByLabel(t('settings.recovery.kept')))
  await page.keyboard.press('Space')
  await press(page, t('console.link.enter'))
  await expect(page).toHaveURL(`${product.url}/console/work`)
  return { code, recoveryCodes }
}

async function signIn(page: Page, email: string, code: string): Promise<void> {
  await type(page, t('session.email'), email)
  await type(page, t('session.password'), password)
  await type(page, t('session.factor.authenticator'), code)
  await page.keyboard.press('Enter')
}

/** Opens the menu of a person and selects an entry with the arrow keys. */
async function chooseFor(page: Page, name: string, action: string): Promise<void> {
  await chooseIn(page, t('people.actionsOf', { name }), action)
}

async function chooseIn(page: Page, menu: string | RegExp, action: string): Promise<void> {
  await press(page, menu)
  const entry = page.getByRole('menuitem', { name: action })
  await expect(entry).toBeVisible()
  for (let presses = 0; presses < 8 && !(await entry.evaluate((element) => element === document.activeElement)); presses += 1)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

test(
  'the first person sets up the console, invites a second one, and the two change roles, by keyboard alone',
  nightlyOnly,
  async ({ browser, page: first }) => {
    const wrong: string[] = []
    await first.goto(product.setupLink)
    const ana = await createAccess(first, { firstName: 'Ana', lastName: 'Duarte', email: 'ana@proveedor.test' })
    await sees(first, t('work.empty.first'))
    // The page before has read the same list, which is empty.
    await openFromPalette(first, t('console.section.merchants'))
    await sees(first, t('consoleMerchants.empty'))
    await openFromPalette(first, t('console.section.people'))
    await sees(first, t('people.count', { count: 1 }))

    // The only admin needs nobody's confirmation to invite another.
    await press(first, t('people.invite'))
    await type(first, t('shell.heading.email'), 'no es un correo')
    await type(first, t('team.join.firstName'), 'Marta')
    await type(first, t('team.join.lastName'), 'Quiroga')
    for (const role of ['finance', 'admin']) {
      await tabTo(first, first.getByRole('checkbox', { name: t(`staff.role.${role}`) }))
      await first.keyboard.press('Space')
    }
    await first.keyboard.press('Enter')
    await expect(first.getByLabel(t('shell.heading.email'), { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await type(first, t('shell.heading.email'), 'marta@proveedor.test')
    await first.keyboard.press('Enter')
    await sees(first, t('people.invite.done', { email: 'marta@proveedor.test' }))
    wrong.push(...(await examineConsole(first)))

    const second = await (await browser.newContext({ baseURL: product.url })).newPage()
    const link = /https?:\S+\/console\/invitation\S+/.exec((await product.messageTo('marta@proveedor.test')).text)?.[0] ?? ''
    await second.goto(link)
    const marta = await createAccess(second, { firstName: 'Marta', lastName: 'Quiroga Rey' })

    await first.reload()
    await chooseFor(first, 'Marta Quiroga Rey', t('people.roles.change'))
    await tabTo(first, first.getByRole('checkbox', { name: t('staff.role.risk') }))
    await first.keyboard.press('Space')
    await first.keyboard.press('Enter')
    await sees(first, like('console.confirmation.asked'))
    await sees(first, like('people.waits'))

    await openFromPalette(second, t('people.confirmations.title'))
    const change = second.getByRole('article')
    await expect(change.getByRole('row').nth(1)).toHaveText(/Finanzas, AdministraciónFinanzas, Riesgo, Administración/)
    wrong.push(...(await examineConsole(second)))
    await press(second, t('people.confirmation.confirm'))
    await sees(second, t('people.confirmation.done'))
    await expect(second.getByRole('banner')).toContainText(t('staff.role.risk'))

    // A session that ends while a form is open: signing in again keeps what was typed.
    await openFromPalette(second, t('console.section.people'))
    await press(second, t('people.invite'))
    await type(second, t('shell.heading.email'), 'tercera@proveedor.test')
    await second.context().clearCookies()
    await type(second, t('team.join.firstName'), 'Tercera')
    await type(second, t('team.join.lastName'), 'Persona')
    await tabTo(second, second.getByRole('checkbox', { name: t('staff.role.support') }))
    await second.keyboard.press('Space')
    await second.keyboard.press('Enter')
    const over = second.getByRole('dialog', { name: t('console.signIn.ended') })
    await expect(over).toBeVisible()
    await type(second, t('session.password'), password, over)
    await type(second, t('session.factor.authenticator'), marta.recoveryCodes[0] ?? '', over)
    await second.keyboard.press('Enter')
    await expect(over).toHaveCount(0)
    await expect(second.getByLabel(t('shell.heading.email'), { exact: true })).toHaveValue('tercera@proveedor.test')
    await press(second, t('people.invite.send'))
    await sees(second, like('console.confirmation.asked'))

    // Signed out, an address leads to the sign-in page and back.
    await chooseIn(first, like('shell.user.menuOf'), t('shell.user.signOut'))
    await expect(first).toHaveURL(`${product.url}/console/sign-in`)
    wrong.push(...(await examineConsole(first)))
    await first.goto(`${product.url}/console/trail`)
    await signIn(first, 'ana@proveedor.test', ana.code())
    await expect(first).toHaveURL(`${product.url}/console/trail`)
    await sees(first, t('trail.confirmedBy', { name: 'Marta Quiroga Rey' }))
    wrong.push(...(await examineConsole(first)))
    await first.goto(`${product.url}/console/security`)
    await expect(first.getByRole('listitem')).not.toHaveCount(0)
    wrong.push(...(await examineConsole(first)))
    expect(wrong).toEqual([])
  },
)
