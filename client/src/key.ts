export type Mode = 'live' | 'sandbox'

/**
 * The mode of a key, from its prefix: `sk_live_…`, `sk_test_…`; public keys start with `pk_`.
 * @throws TypeError when it is not a key
 */
export function modeOf(key: string): Mode {
  const [, mode] = /^(?:sk|pk)_(live|test)_[0-9A-Za-z]{32}$/.exec(key) ?? []
  if (mode === undefined) throw new TypeError('Invalid API key: expected sk_test_… or sk_live_…, 40 characters.')
  return mode === 'live' ? 'live' : 'sandbox'
}
