/** The meaning of a code: an operation, a checkout link or its short address, a search text; or `foreign`. */
export type CodeMeaning =
  | { kind: 'operation'; merchantId: string; operationId: string }
  | { kind: 'link'; checkoutId: string }
  /** A short address, which leads to a checkout link. */
  | { kind: 'short'; address: string }
  | { kind: 'text'; text: string }
  | { kind: 'foreign' }

/** The maximum length of the search (contract of the operations list). */
const maxLength = 120

/**
 * Parses a scanned or typed code. A URL counts when its host is one of ours: a checkout link, or an operation of the back office; its secret part is not
 * read. Any other text that is short enough is a search.
 */
export function codeMeaning(raw: string, hosts: readonly string[]): CodeMeaning {
  const text = raw.replace(/\p{Cc}+/gu, ' ').trim()
  if (/^https?:\/\//i.test(text)) return addressMeaning(text, hosts)
  // Other schemes (tel, wifi, contact) are not ours.
  if (text === '' || text.length > maxLength || /^[a-z][a-z0-9+.-]*:(?!\s)\D/i.test(text)) return { kind: 'foreign' }
  return { kind: 'text', text }
}

function addressMeaning(text: string, hosts: readonly string[]): CodeMeaning {
  if (!URL.canParse(text)) return { kind: 'foreign' }
  const { host, pathname, searchParams } = new URL(text)
  if (!hosts.includes(host)) return { kind: 'foreign' }
  if (/^\/p\/[0-9a-z]{12}$/.test(pathname)) return { kind: 'short', address: text }
  const checkoutId =
    /^\/checkout\/([0-9a-f]{32})\/?$/.exec(pathname)?.[1] ??
    (/\/operations\/new\/?$/.test(pathname) ? /^[0-9a-f]{32}$/.exec(searchParams.get('order') ?? '')?.[0] : undefined)
  if (checkoutId !== undefined) return { kind: 'link', checkoutId }
  const [, merchantId, operationId] = /^\/merchants\/([0-9a-f]{32})\/operations\/([0-9a-f]{32})(?:\/|$)/.exec(pathname) ?? []
  return merchantId !== undefined && operationId !== undefined ? { kind: 'operation', merchantId, operationId } : { kind: 'foreign' }
}
