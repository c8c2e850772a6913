import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOlder, pluginOf } from './plugin.ts'

describe('the plugin of a User-Agent', () => {
  it.each([
    ['Sdk/0.2.2, PHP/8.2.1, WordPress/6.6, WooCommerce/9.1, Pagos/4.2.1', { platform: 'woocommerce', version: '4.2.1' }],
    ['PHP/8.1,PrestaShop/8.1,pagos-presta/v8.3', { platform: 'prestashop', version: '8.3' }],
    ['Magento/2.4.7', { platform: 'magento', version: null }],
    ['PHP/8.1, PrestaShop/8.1', { platform: 'prestashop', version: null }],
    ['Pagos/latest, Magento/2.4.7, Pagos/dev', { platform: 'magento', version: null }],
    ['Mozilla/5.0 (X11; Linux x86_64)', null],
    ['', null],
  ])('%s', (agent, plugin) => expect(pluginOf(agent)).toEqual(plugin))

  it('takes at most a few digits from a stranger’s header', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(pluginOf(`WooCommerce/9, ${text}`)?.version ?? '1').toMatch(/^[\d.]{1,22}$/)
      }),
    )
  })
})

it('versions are compared by their numbers', () => {
  expect([isOlder('4.9', '4.10'), isOlder('4.10', '4.9'), isOlder('4.2', '4.2.0'), isOlder('4', '4.0.1')]).toEqual([
    true,
    false,
    false,
    true,
  ])
  const version = fc.array(fc.nat(99), { minLength: 1, maxLength: 4 }).map((numbers) => numbers.join('.'))
  fc.assert(fc.property(version, version, (one, other) => !(isOlder(one, other) && isOlder(other, one))))
})
