import { joinTexts } from '#domain/platform/direction'
import type { OfflineCheckout } from '#contract/sales/offlineCheckout'
import { t } from '../../../platform/i18n/t.ts'
import { linkChannels } from '../offlineDraft.ts'

/** Says by which channels a new link like this one is sent; null when this one was only shown as a QR code. */
export function resendText({ deliveries }: Pick<OfflineCheckout, 'deliveries'>): string | null {
  const links = deliveries.filter(({ purpose }) => purpose === 'link')
  // Newest first; all messages of one delivery have the same time.
  const last = links.filter(({ at }) => at === links[0]?.at)
  const used = linkChannels.filter((channel) => last.some((one) => one.channel === channel))
  const channels = joinTexts(used.map((channel) => t(`offlineCheckout.channel.${channel}`)))
  return channels === '' ? null : t('offlineCheckout.less.goesOut', { ways: channels })
}
