/** What a code leads to: an operation, a link of a sale, words to search for; or nothing of ours. */
export type CodeMeaning =
  | { kind: 'operation'; merchantId: string; operationId: string }
  | { kind: 'link'; checkoutId: string }
  | { kind: 'text'; text: string }
  | { kind: 'foreign' }

/** As long as the search takes (contract of the operations list). */
const longest = 120

/**
 * Reads a scanned or typed code. An address counts when its host is one of ours: a sale's link, or an operation of the panel; its secret part
 * is not looked at. Everything else short enough is searched for as it stands.
 */
export function codeMeaning(raw: string, hosts: readonly string[]): CodeMeaning {
  const text = raw.replace(/\p{Cc}+/gu, ' ').trim()
  if (/^https?:\/\//i.test(text)) return addressMeaning(text, hosts)
  // Other schemes (telephone, network, contact) are for phones, not for us.
  if (text === '' || text.length > longest || /^[a-z][a-z0-9+.-]*:(?!\s)\D/i.test(text)) return { kind: 'foreign' }
  return { kind: 'text', text }
}

function addressMeaning(text: string, hosts: readonly string[]): CodeMeaning {
  if (!URL.canParse(text)) return { kind: 'foreign' }
  const { host, pathname, searchParams } = new URL(text)
  if (!hosts.includes(host)) return { kind: 'foreign' }
  const checkoutId =
    /^\/checkout\/([0-9a-f]{32})\/?$/.exec(pathname)?.[1] ??
    (/\/operations\/new\/?$/.test(pathname) ? /^[0-9a-f]{32}$/.exec(searchParams.get('order') ?? '')?.[0] : undefined)
  if (checkoutId !== undefined) return { kind: 'link', checkoutId }
  const [, merchantId, operationId] = /^\/merchants\/([0-9a-f]{32})\/operations\/([0-9a-f]{32})(?:\/|$)/.exec(pathname) ?? []
  return merchantId !== undefined && operationId !== undefined ? { kind: 'operation', merchantId, operationId } : { kind: 'foreign' }
}
