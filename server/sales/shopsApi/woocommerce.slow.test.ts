import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { woocommerceFile, woocommerceVersion } from '#domain/merchants/plugin'
import { hexOf } from '../../platform/calls/wire.ts'
import { testCards } from '../../testing/payments/testCards.ts'
import { assertBooks } from '../../testing/shopsApi/shopsApiFixture.ts'
import { payAs } from '../../testing/shopsApi/testPay.ts'
import { issueTestKey } from '../../testing/shopsApi/testShop.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'

// The plugin for WooCommerce, as it is downloaded, in PHP's own web server, against the server: real HTTP in both directions. WordPress and WooCommerce are
// plugins/woocommerce/tests/wordpress.php.
const hasPhp = spawnSync('php', ['-r', 'exit(function_exists("curl_init") ? 0 : 1);']).status === 0
const root = join(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'woocommerce-'))
let server: TestServer
let shop: ChildProcess
let address: string
let key: string

const freePort = async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
/** Something that people of the shop or a customer do. */
// oxlint-disable-next-line typescript/no-explicit-any -- answers of the test's shop, each checked by its test
async function act(path: string, body: object = {}): Promise<any> {
  return (await fetch(address + path, { method: 'POST', body: JSON.stringify(body) })).json()
}

beforeAll(async () => {
  if (!hasPhp) return
  server = await startTestServer()
  server.services.payments.cards = testCards().cards
  server.services.config.publicUrl = server.url
  key = await issueTestKey(server, ids.merchantA1, 'sandbox', 'private')
  await issueTestKey(server, ids.merchantA1, 'sandbox', 'public')
  const file = await fetch(server.url + woocommerceFile)
  for (const [name, bytes] of Object.entries(unzipSync(new Uint8Array(await file.arrayBuffer())))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    SHOP_FOLDER: folder,
    SHOP_URL: address,
    PLUGIN_FOLDER: join(folder, 'pago-a-plazos'),
    PHP_CLI_SERVER_WORKERS: '2',
  }
  shop = spawn('php', ['-S', `127.0.0.1:${port}`, join(root, 'plugins/woocommerce/tests/shop.php')], {
    env,
    stdio: 'ignore',
    detached: true,
  })
  for (let tries = 0; tries < 200 && !(await fetch(`${address}/none`).catch(() => null)); tries += 1) await sleep(50)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  if (!hasPhp) return
  // With its workers, which outlive it otherwise.
  if (shop.pid !== undefined) process.kill(-shop.pid)
  await assertBooks(server.database.ownerUrl)
  await server.close()
})

it('its version is the one that the panel names', () => {
  const source = readFileSync(join(root, 'plugins/woocommerce/pago-a-plazos.php'), 'utf8')
  expect([...source.matchAll(/(?:Version: |VERSION = ')([\d.]+)/g)].map(([, version]) => version)).toEqual([
    woocommerceVersion,
    woocommerceVersion,
  ])
})

// Debian: apt install php-cli php-curl.
describe.skipIf(!hasPhp)('the plugin for WooCommerce', () => {
  let order = 0

  it('is offered once its key is right, and then shows the simulator', async () => {
    const wrong = await act('/settings', { enabled: 'yes', private_key: `sk_test_${'0'.repeat(32)}` })
    expect([wrong.public_key, typeof wrong.notice, (await act('/page')).offered]).toEqual(['', 'string', false])
    const right = await act('/settings', { enabled: 'yes', private_key: ` ${key} ` })
    expect(right).toEqual({ public_key: expect.stringMatching(/^pk_test_/), notice: null })
    const page = await act('/page')
    expect(page).toEqual({
      offered: true,
      script: `${server.url}/widget.js?public_key=${right.public_key}`,
      widget: expect.stringContaining('data-price=".summary .price .amount"'),
    })
    const { body } = await server.call('connectionView', { as: 'ownerA', params: { merchantId: hexOf(ids.merchantA1) }, mode: 'sandbox' })
    expect(body.plugins[0]).toMatchObject({ platform: 'woocommerce', installed: woocommerceVersion, download: woocommerceFile })
  })

  it('sends the customer to pay; the shop confirms, and the order is paid under its own number', async () => {
    const bought = await act('/buy')
    expect(bought).toMatchObject({ result: 'success', notice: null })
    ;({ order } = bought)
    await payAs(server, bought.redirect, 'pay_later')
    const paid = await act('/order', { order })
    expect([paid.status, paid.transaction]).toEqual(['processing', expect.stringMatching(/^[0-9a-f]{32}$/)])
    const [sale] = await server.ownerSql<{ mid: string; total: string }>('select mid, total_cents as total from operations where id = $1', [
      paid.transaction,
    ])
    expect(sale).toEqual({ mid: `W-${order}`, total: '11427' })
  })

  it('captures when the order is completed, once', async () => {
    for (const _again of [1, 2]) await act('/status', { order, status: 'completed' })
    const { notes } = await act('/order', { order })
    expect(notes).toHaveLength(1)
  })

  it('refunds from the order, and says why one is refused', async () => {
    expect(await act('/refund', { order, amount: 14.27 })).toBe(true)
    expect(await act('/refund', { order, amount: 200 })).toMatch(/[a-z]/)
    expect(await act('/refund', { order, amount: 100 })).toBe(true)
    const { notes } = await act('/order', { order })
    expect(notes.at(-1)).toContain('0,00 €')
  })

  it('refuses who does not know its key, and a total that has changed', async () => {
    const { order: other } = await act('/buy', { total: '114.27' })
    const callback = { id: 'f'.repeat(32), sandbox: true, status: 'ok', status_reason: null, total_amount: 11_427 }
    const tell = (token: string, more: object = {}) =>
      fetch(`${address}/wp-json/pago-a-plazos/v1/orders/${other}?access_token=${token}`, {
        method: 'POST',
        body: JSON.stringify({ ...callback, ...more }),
      })
    expect((await tell('sk_test_guess')).status).toBe(401)
    expect((await act('/order', { order: other })).status).toBe('pending')
    const answer = await tell(key, { status: 'pending', status_reason: 'confirmation_required', total_amount: 11_426 })
    expect(await answer.json()).toMatchObject({ status: 'ko' })
  })

  it('cancels at the provider what was paid and is cancelled in the shop', async () => {
    const bought = await act('/buy', { total: '120.00' })
    await payAs(server, bought.redirect)
    await act('/status', { order: bought.order, status: 'cancelled' })
    const { transaction, notes } = await act('/order', { order: bought.order })
    const [row] = await server.ownerSql<{ suspension_reason: string }>('select suspension_reason from operations where id = $1', [
      transaction,
    ])
    expect([row?.suspension_reason, notes]).toEqual(['merchant_cancelled', [expect.stringContaining('Cancelado')]])
  })
})
