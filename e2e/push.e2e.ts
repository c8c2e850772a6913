import type { CDPSession, Page, Worker } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { nightlyOnly } from './nightly.ts'
import { read, shopOf } from './api.ts'
import { expect, test } from './persona.ts'
import { like, t } from './words.ts'

/**
 * A test has neither a push service nor a lock screen, and the headless shell does not support notifications: the permission and the subscription are
 * faked, everything in between is real. The key is a point on the curve (RFC 8291, section 5).
 */
const standIn = () => {
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  Object.defineProperty(Notification, 'permission', { get: () => 'default' })
  Notification.requestPermission = () => Promise.resolve('granted')
  PushManager.prototype.getSubscription = () => Promise.resolve(null)
  PushManager.prototype.subscribe = () =>
    Promise.resolve({
      toJSON: () => ({ endpoint: `https://push.example/${crypto.randomUUID()}`, keys }),
    } as unknown as PushSubscription) // the part that is read
}

type ShownNotification = { title: string; body: string; tag: string; data: string }
/** The part of the service worker's globals that is used. */
type Place = {
  shown: ShownNotification[]
  registration: { showNotification(title: string, options: Omit<ShownNotification, 'title'>): Promise<void> }
}

/** Records the notifications that the worker shows from now on. */
const keepShown = (worker: Worker) =>
  worker.evaluate(() => {
    const place = globalThis as unknown as Place // in a service worker
    place.shown = []
    place.registration.showNotification = async (title, options) => void place.shown.push({ title, ...options })
  })
const shownBy = (worker: Worker) => worker.evaluate(() => (globalThis as unknown as Place).shown) // in a service worker
/** Clicks the newest notification. */
const pressNewest = (worker: Worker) =>
  worker.evaluate(() => {
    const { data } = (globalThis as unknown as Place).shown.at(-1) ?? {} // in a service worker
    dispatchEvent(Object.assign(new Event('notificationclick'), { notification: { data, close: () => {} }, waitUntil: () => {} }))
  })

/** Delivers a message to the service worker, as a push service does. */
async function deliver(page: Page, cdp: CDPSession, registrationId: string, payload: object): Promise<void> {
  await cdp.send('ServiceWorker.deliverPushMessage', { origin: new URL(page.url()).origin, registrationId, data: JSON.stringify(payload) })
}

test('a device gets notices after its person allows them, and a notice opens the page it is about', async ({ enter }) => {
  const page = await enter('admin.empresa', { own: true })
  await page.addInitScript(standIn)
  const cdp = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => first && resolve(first.registrationId)),
  )
  await cdp.send('ServiceWorker.enable')
  const { id } = await shopOf(page)
  await page.goto('/settings/notifications')
  const device = page.getByRole('region', { name: t('settings.push.title') })
  await expect(page.getByRole('columnheader', { name: t('settings.notifications.device') })).toHaveCount(0)
  await device.getByRole('button', { name: t('settings.push.turnOn') }).click()
  await expect(device).toContainText(t('settings.push.on'))
  const type = t('settings.notifications.of.settlement_paid')
  await expect(page.getByRole('checkbox', { name: t('settings.notifications.deviceOf', { type }) })).toBeChecked()

  const payload = { title: 'Una tienda', body: 'Una devolución de 79,90 € espera tu aprobación.', tag: 'a', path: paths.inbox(id) }
  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'))
  await keepShown(worker)
  await deliver(page, cdp, await registered, payload)
  await expect.poll(() => shownBy(worker)).toMatchObject([{ title: payload.title, body: payload.body, tag: payload.tag }])
  // The handler of clicked notices is loaded after the page: until then the person clicks again.
  await expect(async () => {
    await pressNewest(worker)
    await expect(page).toHaveURL(payload.path, { timeout: 2_000 })
  }).toPass()
  // Whatever a message says, it opens only pages of the panel.
  await deliver(page, cdp, await registered, { ...payload, path: 'https://elsewhere.example/merchants/' })
  await expect.poll(async () => (await shownBy(worker)).length).toBe(2)
  await expect(async () => {
    await pressNewest(worker)
    await expect(page).not.toHaveURL(payload.path, { timeout: 2_000 })
  }).toPass()
  expect(new URL(page.url()).port).toBe(process.env.E2E_PORT)

  await page.goto('/settings/notifications')
  await device.getByRole('button', { name: t('settings.push.turnOff') }).click()
  await expect(device.getByRole('button', { name: t('settings.push.turnOn') })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: t('settings.notifications.device') })).toHaveCount(0)
})

test('a person who denied the permission is told how to grant it, and is not asked', nightlyOnly, async ({ enter }) => {
  const page = await enter('admin.empresa')
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
  await page.goto('/settings/notifications')
  const device = page.getByRole('region', { name: t('settings.push.title') })
  await expect(device).toContainText(t('settings.push.chance.blocked'))
  await expect(device.getByRole('button')).toHaveCount(0)
})

test('a colleague’s request is opened and approved on the phone in two taps: the notice and one button', async ({ enter }) => {
  const viewport = { width: 375, height: 812 }
  const page = await enter('owner.empresa', { own: true, viewport })
  type Notices = { results: { type: string; action_url: string }[]; next: number | null }
  // The demo's own: requests of other journeys are newer.
  let approvalNotice: Notices['results'][number] | undefined
  for (let number: number | null = 1; number !== null;) {
    const { results, next }: Notices = await read<Notices>(page, `/v2/notifications?page=${number}`)
    approvalNotice = results.findLast(({ type }) => type === 'refund_approval_asked') ?? approvalNotice
    number = next
  }
  if (!approvalNotice) throw new Error('no pending approval request')
  // The first tap opens this address.
  await page.goto(approvalNotice.action_url)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(like('team.approval.waits'))).toBeVisible()
  await expect(dialog.getByText(t('operations.impact.customer'), { exact: true })).toBeInViewport()
  const approve = dialog.getByRole('button', { name: like('team.approval.approve') })
  // The sheet slides up from below.
  await expect
    .poll(async () => {
      const { y = 0, height = viewport.height } = (await approve.boundingBox()) ?? {}
      return y > viewport.height / 2 && y + height <= viewport.height
    })
    .toBe(true)
  await approve.click()
  // The second one needs step-up: nothing is refunded without the password.
  await expect(page.getByRole('dialog', { name: t('shell.stepUp.title') })).toBeVisible()
})
