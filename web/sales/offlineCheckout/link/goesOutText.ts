import { joinTexts } from '#domain/platform/direction'
import type { OfflineCheckout } from '#contract/sales/offlineCheckout'
import { t } from '../../../platform/i18n/t.ts'
import { linkChannels } from '../offlineDraft.ts'

/** That a link like this one goes to the customer at once, and how; null: this one was shown as a code only, and so will be the other. */
export function goesOutText({ deliveries }: Pick<OfflineCheckout, 'deliveries'>): string | null {
  const links = deliveries.filter(({ purpose }) => purpose === 'link')
  // The newest first; all of one sending at its moment.
  const last = links.filter(({ at }) => at === links[0]?.at)
  const used = linkChannels.filter((channel) => last.some((one) => one.channel === channel))
  const ways = joinTexts(used.map((channel) => t(`offlineCheckout.channel.${channel}`)))
  return ways === '' ? null : t('offlineCheckout.less.goesOut', { ways })
}
