import type { CDPSession, Page } from '@playwright/test'
import { paths } from '../web/paths.ts'
import { shopOf } from './api.ts'
import { expect, test } from './persona.ts'
import { t } from './words.ts'

/** A browser's push service cannot be reached from a test: the subscription is made up, everything after it is real. The point lies on the curve (RFC 8291, section 5). */
const standIn = () => {
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  PushManager.prototype.getSubscription = () => Promise.resolve(null)
  PushManager.prototype.subscribe = () =>
    Promise.resolve({
      toJSON: () => ({ endpoint: `https://push.example/${crypto.randomUUID()}`, keys }),
    } as unknown as PushSubscription)
}

/** Gives the service worker a message, as a push service does. */
async function deliver(page: Page, cdp: CDPSession, registrationId: string, said: object): Promise<void> {
  await cdp.send('ServiceWorker.deliverPushMessage', { origin: new URL(page.url()).origin, registrationId, data: JSON.stringify(said) })
}

test('a device is told once its person presses, and its notice opens the page that it is about', async ({ enter }) => {
  const page = await enter('admin.empresa', { own: true, permissions: ['notifications'] })
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

  const said = { title: 'Una tienda', body: 'Una devolución de 79,90 € espera tu aprobación.', tag: 'a', path: paths.inbox(id) }
  await deliver(page, cdp, await registered, said)
  const shown = () =>
    page.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body }) => ({ title, body })))
  await expect.poll(shown).toEqual([{ title: said.title, body: said.body }])
  const [worker] = page.context().serviceWorkers()
  await worker?.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration } // a service worker's own
    const [notification] = await registration.getNotifications()
    dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => {} }))
  })
  await expect(page).toHaveURL(paths.inbox(id))
  await expect.poll(shown).toEqual([])

  await page.goto('/settings/notifications')
  await device.getByRole('button', { name: t('settings.push.turnOff') }).click()
  await expect(device.getByRole('button', { name: t('settings.push.turnOn') })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: t('settings.notifications.device') })).toHaveCount(0)
})

test('whoever told the browser no is told how to say yes, and is not asked', async ({ enter }) => {
  const page = await enter('admin.empresa')
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
  await page.goto('/settings/notifications')
  const device = page.getByRole('region', { name: t('settings.push.title') })
  await expect(device).toContainText(t('settings.push.chance.blocked'))
  await expect(device.getByRole('button')).toHaveCount(0)
})
