import { t } from '../../platform/i18n/t.ts'
import type { LinkChannel } from './offlineDraft.ts'

/** What the button will send out: "Enviar por SMS y correo"; without a channel the code alone is shown. */
export function sendVerb(channels: readonly LinkChannel[]): string {
  if (channels.length === 2) return t('offlineCheckout.verb.both')
  const [only] = channels
  return t(only === undefined ? 'offlineCheckout.verb.qr' : `offlineCheckout.verb.${only}`)
}
