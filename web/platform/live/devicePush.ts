import { type NoticeSettings, noticeSettingsView, pushSubscribe, pushUnsubscribe } from '#contract/merchants/notifications'
import { query } from '../api/query.ts'
import { queryClient } from '../api/queryClient.ts'
import { scriptAddress } from '../api/scriptAddress.ts'
import { write } from '../api/write.ts'

/**
 * Whether this device can show notices on its lock screen: `install` only once the application was added to the home screen (as on iOS), `no` never,
 * `blocked` when its person told the browser so.
 */
export type PushChance = 'yes' | 'blocked' | 'install' | 'no'

export function pushChance(): PushChance {
  if (!('serviceWorker' in navigator) || !isSecureContext) return 'no'
  if (!('PushManager' in globalThis) || !('Notification' in globalThis)) return 'standalone' in navigator ? 'install' : 'no'
  return Notification.permission === 'denied' ? 'blocked' : 'yes'
}

/**
 * Asks for the permission, which browsers allow in answer to a press only, and tells the server where this device is reached. False when its person
 * said no; rejects when push service or server could not be reached.
 */
export async function turnOnPush(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  await navigator.serviceWorker.register(scriptAddress('/pushWorker.js'))
  const { pushManager } = await navigator.serviceWorker.ready
  // One that was made under another key of ours cannot be sent to.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint, keys } = subscription.toJSON()
  if (!endpoint || !keys?.['p256dh'] || !keys['auth']) throw new Error('a subscription without an address or keys')
  keep(await write(pushSubscribe, { body: { endpoint, p256dh: keys['p256dh'], auth: keys['auth'] } }))
  return true
}

/** This device is told no more; the server forgets it first. */
export async function turnOffPush(): Promise<void> {
  keep(await write(pushUnsubscribe))
  const registration = await navigator.serviceWorker.getRegistration('/')
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

const keep = (settings: NoticeSettings): void => void queryClient.setQueryData(query(noticeSettingsView).queryKey, settings)
