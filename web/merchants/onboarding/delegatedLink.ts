/** The values in a link's fragment, read once and removed from the address. */
export type HeldLink = { linkId: string; token: string }

let link: HeldLink | null | undefined

/** The link that this page was opened with; null when there is none. */
export function heldLink(): HeldLink | null {
  if (link !== undefined) return link
  const [, linkId, token] = /^#([0-9a-f]{32})\.([A-Za-z0-9_-]{20,128})$/.exec(location.hash) ?? []
  link = linkId !== undefined && token !== undefined ? { linkId, token } : null
  history.replaceState(history.state, '', location.pathname)
  return link
}
