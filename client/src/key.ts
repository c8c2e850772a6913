export type Mode = 'live' | 'sandbox'

/**
 * The mode of a key, as its own beginning says: `sk_live_…`, `sk_test_…`; public ones begin with `pk_`.
 * @throws TypeError when it is no key
 */
export function modeOf(key: string): Mode {
  const [, mode] = /^(?:sk|pk)_(live|test)_[0-9A-Za-z]{32}$/.exec(key) ?? []
  if (mode === undefined) throw new TypeError('This is no key of a shop: it is like sk_test_… or sk_live_…, 40 characters.')
  return mode === 'live' ? 'live' : 'sandbox'
}
