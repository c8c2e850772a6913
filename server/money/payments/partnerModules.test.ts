import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../../platform/config/config.ts'
import { ConfigProblem } from '../../platform/database/configProblem.ts'
import { makeSms } from '../../sales/messages/smsSenders.ts'
import type { AccountInformation } from './accountInformation.ts'
import type { CardAdapter } from './cardProvider.ts'
import { cardsByMode } from './cardsByMode.ts'
import { loadPartner, type PartnerKind } from './partnerModules.ts'
import { recordsInMemory } from './simulatedCardRecords.ts'
import { simulatedCards } from './simulatedCards.ts'

let folder = ''
let written = 0
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'trastienda-partners-'))))
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes a module and gives its path. */
function moduleOf(text: string): string {
  written += 1
  const path = join(folder, `adapter${written}.mjs`)
  writeFileSync(path, text)
  return path
}
const secret = 'a-secret-value'
const load = <Adapter>(path: string, kind: PartnerKind = 'account_information') =>
  loadPartner<Adapter>({
    kind,
    setting: 'ACCOUNT_INFORMATION_PROVIDER',
    path,
    read: (name) => (name === 'MY_KEY' ? secret : ''),
    publicUrl: 'https://shop.test',
  })
const bank = (more: string) => `export default { kind: 'account_information', name: 'my-bank', ${more} }`
const methods = `start: async () => ({}), find: async () => null, accounts: async () => ({ accounts: [], error: null }), checkAccess: async () => {}`

/** A card provider's adapter with the methods that version 0.2.0 asked for; `more`: further properties. */
const cards = (more = '') => {
  const names = 'setup authorise charge find capture release cancel refundCharge findRefund verifyNotification readNotification checkAccess'
  const own = names.split(' ').map((name) => `async ${name}() { return '${name}' }`)
  return moduleOf(`class Adapter { ${own.join('\n')} }
    export default { kind: 'cards', name: 'my-cards', create: () => Object.assign(new Adapter(), { ${more} }) }`)
}

describe('the module of a partner', () => {
  it('makes an adapter from its own settings', async () => {
    const adapter = await load<AccountInformation & { key: string; url: string }>(
      moduleOf(
        bank(
          `settings: { MY_KEY: 'The key' }, create: ({ settings, publicUrl }) => ({ key: settings.MY_KEY, url: publicUrl, ${methods} })`,
        ),
      ),
    )
    expect([adapter.name, adapter.key, adapter.url]).toEqual(['my-bank', secret, 'https://shop.test'])
    expect(await adapter.find({ id: '', bankCode: '', mode: 'live', reference: null, holder: null })).toBeNull()
  })

  it.each([
    ['cannot be loaded', () => '/nowhere/adapter.mjs'],
    ['cannot be loaded', () => moduleOf('this is no module')],
    ['"create"', () => moduleOf('export const create = 1')],
    ['"kind" is not "account_information"', () => moduleOf(`export default { kind: 'cards', name: 'x-y', create: () => ({}) }`)],
    ['"name"', () => moduleOf(`export default { kind: 'account_information', name: 'stripe', create: () => ({}) }`)],
    ['OTHER_KEY not set', () => moduleOf(bank(`settings: { OTHER_KEY: 'x' }, create: () => ({})`))],
    ['lacks start, find, accounts, checkAccess', () => moduleOf(bank(`create: () => ({})`))],
    [
      'MY_KEY has not eight characters',
      () => moduleOf(bank(`create: () => { throw new Error('MY_KEY has not eight characters\\nstack') }`)),
    ],
  ])('that is wrong is refused at the start in one line: %s', async (fault, path) => {
    const problem: unknown = await load(path()).catch((error: unknown) => error)
    expect(problem).toBeInstanceOf(ConfigProblem)
    const { message } = problem as ConfigProblem // just checked
    expect(message).toContain(fault)
    expect(message).toMatch(/^ACCOUNT_INFORMATION_PROVIDER=\S+: [^\n]+$/)
    expect(message).not.toContain(secret)
  })

  it('of cards may tell of no disputes and report no balance', async () => {
    const simulated = simulatedCards(recordsInMemory(), 'a secret of the simulated provider')
    const [older, newer] = [
      cardsByMode(await load<CardAdapter>(cards(), 'cards'), simulated),
      cardsByMode(await load<CardAdapter>(cards(`balance: { list: async () => ['a movement'] }`), 'cards'), simulated),
    ]
    const dispute = { reference: 'du_1', mode: 'live' as const }
    expect([await older.disputes.find(dispute), await older.disputes.list({ since: new Date(), mode: 'live' })]).toEqual([null, []])
    await expect(older.disputes.accept(dispute)).rejects.toThrow('du_1')
    expect([older.balance, await older.checkAccess()]).toEqual([undefined, 'checkAccess'])
    const days = { from: new Date(), until: new Date() }
    expect([await newer.balance?.list({ ...days, mode: 'live' }), await newer.balance?.list({ ...days, mode: 'sandbox' })]).toEqual([
      ['a movement'],
      [],
    ])
    for (const [more, sentence] of [
      ['disputes: { find: async () => null, list: async () => [] }', 'lacks disputes.submit, disputes.accept.'],
      ['balance: true', 'lacks balance.list.'],
    ] as const)
      await expect(load(cards(more), 'cards')).rejects.toThrow(sentence)
  })

  it('is taken for each kind of partner by its path', async () => {
    const config = loadConfig({
      PAYMENT_PROVIDER: './a.js',
      IDENTITY_PROVIDER: '/b.js',
      ACCOUNT_INFORMATION_PROVIDER: '../c.js',
      SMS_PROVIDER: './d.js',
    })
    expect([config.cards, config.identityProvider, config.accountInformation, config.sms]).toEqual(
      ['./a.js', '/b.js', '../c.js', './d.js'].map((path) => ({ name: 'module', path })),
    )
    for (const name of ['PAYMENT_PROVIDER', 'IDENTITY_PROVIDER', 'ACCOUNT_INFORMATION_PROVIDER', 'SMS_PROVIDER'])
      expect(() => loadConfig({ [name]: 'unknown' })).toThrow(`${name}="unknown" is not`)
    const path = moduleOf(`export default { kind: 'sms', name: 'my-sms', create: () => ({ send: async () => 'sent' }) }`)
    const sms = await makeSms({ ...config, sms: { name: 'module', path } })
    expect([await sms.send({ to: '612345678', text: 'Hola', id: '1' }), sms.receipts]).toEqual(['sent', null])
  })
})
