import { t } from '../../platform/i18n/t.ts'
import type { LinkChannel } from './offlineDraft.ts'

/** The button's label by channel: "Enviar por SMS y correo"; without a channel only the code is shown. */
export function sendLabel(channels: readonly LinkChannel[]): string {
  if (channels.length === 2) return t('offlineCheckout.verb.both')
  const [only] = channels
  return t(only === undefined ? 'offlineCheckout.verb.qr' : `offlineCheckout.verb.${only}`)
}
