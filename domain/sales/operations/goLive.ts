/** What a shop has to have behind it before and when it sells for real, in order. None of it can be ticked by hand. */
export const goLiveSteps = ['testOrder', 'notification', 'widget', 'bankAccount', 'secondFactor', 'liveOrder'] as const
export type GoLiveStep = (typeof goLiveSteps)[number]

/** Whether a widget that was drawn on a page's host was drawn in the shop itself; without an address every host is believed. */
export function isShopHost(host: string | null, shopUrl: string | null): boolean {
  if (host === null) return false
  const shop = shopUrl === null ? null : hostOf(shopUrl)
  return shop === null || bare(host) === bare(shop)
}

function hostOf(url: string): string | null {
  return /^(?:https?:\/\/)?([^/?#:]+)/i.exec(url.trim())?.[1] ?? null
}

const bare = (host: string) =>
  host
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^www\./, '')
