/** The steps before and at the first real sale, in order. None can be ticked by hand. */
export const goLiveSteps = ['testOrder', 'notification', 'widget', 'bankAccount', 'secondFactor', 'liveOrder'] as const
export type GoLiveStep = (typeof goLiveSteps)[number]

/** Whether the host of a page with a widget belongs to the shop; without a shop address every host counts. */
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
