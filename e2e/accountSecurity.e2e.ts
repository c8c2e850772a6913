import { createHmac } from 'node:crypto'
import type { Page } from '@playwright/test'
import { codeOf, stepBytes, stepOf } from '../domain/access/totp.ts'
import { mailedLink, newPerson } from './newPerson.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, password, test } from './persona.ts'
import { listTitle } from './regions.ts'
import { like, t } from './words.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The TOTP code of a base32 secret, some half minutes from now. */
function shownCode(secret: string, ahead = 0): string {
  const bits = [...secret.replace(/\s/g, '')].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  return codeOf(
    createHmac('sha1', key)
      .update(stepBytes(stepOf(new Date()) + ahead))
      .digest(),
  )
}

/** Passkeys are bound to a host name, so these journeys use localhost instead of the IP address. */
const home = () => `http://localhost:${process.env.E2E_PORT}`
const button = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true })

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${home()}/login`)
  await page.getByLabel(t('session.email'), { exact: true }).fill(email)
  await page.getByLabel(t('session.password'), { exact: true }).fill(password)
  await button(page, 'session.signIn').click()
}

/** Leaves the page first: its requests without cookies would redirect to the sign-in page. */
async function forget(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

/** An ended session is refused within a second: earlier requests are still answered. */
async function isOut(page: Page): Promise<void> {
  await expect(async () => {
    await page.goto(`${home()}/settings/security`)
    await expect(page).toHaveURL(/\/login/, { timeout: 2_000 })
  }).toPass()
}

/** Resolves once the page has asked the device for a passkey, `count` times since it was loaded: its answer is awaited from then on. */
const deviceAsked = (page: Page, count = 1) =>
  expect.poll(() => page.evaluate(() => (globalThis as { passkeyQuestions?: number }).passkeyQuestions)).toBe(count)

/** A virtual authenticator that stores passkeys and confirms automatically, except while it does not answer. */
async function withDevice(page: Page): Promise<{ answers: (enabled: boolean) => Promise<unknown> }> {
  await page.addInitScript(() => {
    const counted = globalThis as { passkeyQuestions?: number }
    const { credentials } = navigator
    if (!credentials) return
    const [create, get] = [credentials.create.bind(credentials), credentials.get.bind(credentials)]
    const count = () => (counted.passkeyQuestions = (counted.passkeyQuestions ?? 0) + 1)
    credentials.create = (wish) => (count(), create(wish))
    credentials.get = (wish) => (count(), get(wish))
  })
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { answers: (enabled) => cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }) }
}

test('a second factor is set up, required at sign-in, replaced by a passkey and used for step-up', async ({ enter, page }) => {
  const email = await newPerson(enter)
  const device = await withDevice(page)
  await signIn(page, email)
  await expect(listTitle(page)).toBeVisible()
  await page.goto(`${home()}/settings/security`)
  await button(page, 'shell.add').first().click()
  await page
    .getByRole('dialog', { name: t('shell.stepUp.title') })
    .getByLabel(t('session.password'), { exact: true })
    .fill(password)
  await button(page, 'shell.stepUp.confirm').click()
  const dialog = page.getByRole('dialog', { name: t('settings.authenticator.title') })
  const secret = await dialog.getByText(/^[A-Z2-7]{4}(?: [A-Z2-7]{4})+$/).innerText()
  await dialog.getByLabel(t('settings.authenticator.code')).fill('12345')
  await button(page, 'settings.authenticator.confirm').click()
  await expect(dialog.getByText(t('settings.authenticator.sixFigures'))).toBeVisible()
  await dialog.getByLabel(t('settings.authenticator.code')).fill(shownCode(secret))
  await button(page, 'settings.authenticator.confirm').click()

  // The recovery codes are shown once, and the dialog cannot be left before they are confirmed as saved.
  const codes = page.getByRole('dialog', { name: t('settings.recovery.title') })
  await expect(codes.getByRole('listitem')).toHaveCount(8)
  const [paper = ''] = await codes.getByRole('listitem').allInnerTexts()
  await page.keyboard.press('Escape')
  await expect(codes).toBeVisible()
  await codes.getByRole('checkbox').check()
  await button(page, 'settings.recovery.done').click()
  await expect(page.getByText(t('settings.recovery.left', { count: 8 }))).toBeVisible()

  // A question that the device left unanswered ends with its dialog: a later answer makes no passkey.
  await device.answers(false)
  await page.getByRole('button', { name: t('settings.passkey.add') }).click()
  await button(page, 'settings.passkey.make').click()
  await deviceAsked(page)
  await button(page, 'shell.back').click()
  await device.answers(true)
  await page.getByRole('button', { name: t('settings.passkey.add') }).click()
  await button(page, 'settings.passkey.make').click()
  await expect(page.getByRole('button', { name: like('settings.factor.removeOne') })).toHaveCount(2)

  // A password is no longer enough, also while a device has not answered yet; a wrong code shows an error in its place; a recovery code works once.
  await forget(page)
  await page.goto(`${home()}/login`)
  const personas = page.getByRole('heading', { name: t('session.personas.title') })
  await expect(personas).toBeVisible()
  await device.answers(false)
  await button(page, 'session.passkey').click()
  await deviceAsked(page)
  await page.getByLabel(t('session.email'), { exact: true }).fill(email)
  await page.getByLabel(t('session.password'), { exact: true }).fill(password)
  await button(page, 'session.signIn').click()
  await expect(page.getByLabel(t('session.factor.authenticator'), { exact: true })).toBeVisible()
  await expect(personas).toHaveCount(0)
  // The question of before has ended: its late answer signs nobody in. A typed code ends the next one.
  await device.answers(true)
  await device.answers(false)
  await button(page, 'session.factor.usePasskey').click()
  await deviceAsked(page, 2)
  await page.getByLabel(t('session.factor.authenticator'), { exact: true }).fill('000000')
  await button(page, 'session.signIn').click()
  await expect(page.getByText(t('errors.field.code'))).toBeVisible()
  await device.answers(true)
  await page.getByLabel(t('session.factor.authenticator'), { exact: true }).fill(shownCode(secret, 1))
  await button(page, 'session.signIn').click()
  await expect(listTitle(page)).toBeVisible()
  await forget(page)
  await signIn(page, email)
  await button(page, 'session.factor.useRecovery').click()
  await page.getByLabel(t('session.factor.recovery'), { exact: true }).fill(paper)
  await button(page, 'session.signIn').click()
  await expect(listTitle(page)).toBeVisible()

  // The passkey needs neither address nor password, and is accepted for step-up.
  await forget(page)
  await page.goto(`${home()}/login`)
  await button(page, 'session.passkey').click()
  await expect(listTitle(page)).toBeVisible()
  await page.goto(`${home()}/settings/security`)
  await expect(page.getByText(t('settings.recovery.left', { count: 7 }))).toBeVisible()
  await page.getByRole('button', { name: t('settings.factor.removeOne', { name: t('settings.factor.authenticator') }) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('shell.remove'), exact: true })
    .click()
  await button(page, 'session.factor.usePasskey').click()
  await expect(page.getByText(t('settings.factor.removed', { name: t('settings.factor.authenticator') }))).toBeVisible()
})

test(
  'other sessions are ended, an e-mail change is delayed and reverted from the old address',
  nightlyOnly,
  async ({ enter, browser, page }) => {
    const email = await newPerson(enter)
    const other = await browser.newContext()
    const elsewhere = await other.newPage()
    for (const one of [page, elsewhere]) {
      await signIn(one, email)
      await expect(listTitle(one)).toBeVisible()
    }
    await page.goto(`${home()}/settings/security`)
    await expect(page.getByText(t('settings.sessions.present'))).toBeVisible()
    await button(page, 'settings.sessions.endOthers').click()
    await expect(page.getByText(t('settings.sessions.ended', { count: 1 }))).toBeVisible()
    await expect(page.getByText(t('settings.sessions.none'))).toBeVisible()
    await isOut(elsewhere)
    await other.close()

    const next = `otra.${email}`
    await button(page, 'settings.email.change').click()
    const dialog = page.getByRole('dialog', { name: t('settings.email.change') })
    await dialog.getByLabel(t('settings.email.new'), { exact: true }).fill(next)
    await dialog.getByLabel(t('settings.email.password'), { exact: true }).fill('no es esta')
    await button(page, 'settings.email.send').click()
    await expect(dialog.getByText(t('password.wrong'))).toBeVisible()
    await dialog.getByLabel(t('settings.email.password'), { exact: true }).fill(password)
    await button(page, 'settings.email.send').click()
    await expect(page.getByText(t('settings.email.pending', { email: next }))).toBeVisible()

    const post = await page.context().newPage()
    const stop = await mailedLink(post, email, '/stop-email')
    const confirm = new URL(await mailedLink(post, next, '/settings/sections'))
    const requests: string[] = []
    page.on('request', (request) => requests.push(`${request.url()} ${request.headers()['referer'] ?? ''}`))
    await page.goto(`${home()}${confirm.pathname}${confirm.search}`)
    await expect(page).toHaveURL(/\/settings\/sections$/)
    await expect(page.getByText(t('settings.email.confirmTitle'))).toBeVisible()
    const token = confirm.searchParams.get('token') ?? 'none'
    expect(requests.slice(1).filter((one) => one.includes(token))).toEqual([])
    await button(page, 'settings.email.confirm').click()
    await expect(page.getByText(t('settings.email.done', { email: next }))).toBeVisible()
    await page.reload()
    await expect(page.getByText(t('settings.email.confirmTitle'))).toHaveCount(0)

    // The old address reverts the change: every session is ended.
    await post.goto(stop)
    await expect(post).toHaveURL(/\/stop-email$/)
    await post.getByRole('button', { name: t('session.stopChange.notMe') }).click()
    await expect(post.getByRole('heading', { name: t('session.stopEmail.stopped') })).toBeVisible()
    await isOut(page)
    expect(await mailedLink(post, email, '/new-password')).toContain('token=')
  },
)
