import { type NoticeSettings, noticeSettingsView, pushSubscribe, pushUnsubscribe } from '#contract/merchants/notifications'
import { query } from '../api/query.ts'
import { queryClient } from '../api/queryClient.ts'
import { scriptAddress } from '../api/scriptAddress.ts'
import { write } from '../api/write.ts'

/**
 * Whether this device supports push notifications: `install` only after the application was added to the home screen (as on iOS), `no` never, `blocked`
 * when the user has denied the permission.
 */
export type PushSupport = 'yes' | 'blocked' | 'install' | 'no'

export function pushSupport(): PushSupport {
  if (!('serviceWorker' in navigator) || !isSecureContext) return 'no'
  if (!('PushManager' in globalThis) || !('Notification' in globalThis)) return 'standalone' in navigator ? 'install' : 'no'
  return Notification.permission === 'denied' ? 'blocked' : 'yes'
}

/**
 * Requests the permission, which browsers allow only in response to a press, and sends the subscription to the server. False when the user denied it;
 * rejects when the push service or the server could not be reached.
 */
export async function turnOnPush(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  await navigator.serviceWorker.register(scriptAddress('/pushWorker.js'))
  const { pushManager } = await navigator.serviceWorker.ready
  // A subscription made with another of our public keys cannot be used.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint, keys } = subscription.toJSON()
  if (!endpoint || !keys?.['p256dh'] || !keys['auth']) throw new Error('push subscription without endpoint or keys')
  keep(await write(pushSubscribe, { body: { endpoint, p256dh: keys['p256dh'], auth: keys['auth'] } }))
  return true
}

/** Unsubscribes this device; the server deletes the subscription first. */
export async function turnOffPush(): Promise<void> {
  keep(await write(pushUnsubscribe))
  const registration = await navigator.serviceWorker.getRegistration('/')
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

const keep = (settings: NoticeSettings): void => void queryClient.setQueryData(query(noticeSettingsView).queryKey, settings)
