import { testExemptions } from '../../testing/invoices/invoicingFixture.ts'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { prepareBankFolders } from './bankConfig.ts'
import { ConfigProblem, loadConfig } from './config.ts'
import { settings } from './settings.ts'
import { makeTokens } from '../calls/token.ts'
import { checkoutLink } from '../../sales/messages/customerLinks.ts'
import { refusePublicDemo } from './demoConfig.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'trastienda-config-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const load = (env: Record<string, string>) => loadConfig({ DATA_DIR: dataDir, ...env })
const external = { DATABASE_URL: 'postgres://app:pw@db.example/shop' }

test('every setting has a default', () => {
  expect(load({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:3000',
    databaseUrl: null,
    seed: 'demo',
    demo: true,
    demoPassword: 'Trastienda-demo-1',
    refundHoldSeconds: 20,
    maxIdleMinutes: 30,
    trustProxy: false,
    cookieDomain: null,
    pageOrigins: [],
    session: 'cookie',
    smtpUrl: null,
    logLevel: 'warn',
    checkAnswers: true,
    mailFrom: 'Trastienda <ayuda@trastienda.example>',
    brand: { name: 'Trastienda', vendor: 'trastienda', legalName: 'Trastienda', colours: {} },
    invoicing: { issuer: null, series: 'F', rectifyingSeries: 'R', exemptions: testExemptions, verifactu: null, signer: null },
    hosts: { vendorApiUrl: '', providerScriptUrl: '' },
    analytics: { url: '/analytics', key: 'trastienda', scriptUrl: '', global: 'analytics' },
  })
})

test('an empty setting counts as unset', () => {
  const unset = load({})
  const empty = Object.fromEntries(Object.keys(settings).map((name) => [name, ' ']))
  const { partnerSetting } = unset
  expect({ ...loadConfig({ ...empty, DATA_DIR: dataDir }), partnerSetting }).toEqual(unset)
})

test('demo data is used only on request', () => {
  const demoOf = (env: Record<string, string>) => load(env).demo
  expect([demoOf({}), demoOf({ SEED: 'none' }), demoOf(external), demoOf({ ...external, SEED: 'demo' })]).toEqual([
    true,
    false,
    false,
    true,
  ])
})

test('defaults that depend on demo data follow the database, not the request; explicit settings win', () => {
  const dependent = (env: Record<string, string>, demo?: boolean) => {
    const config = loadConfig({ DATA_DIR: dataDir, ...env }, demo)
    return [config.demo, config.privateAddresses, config.confirmNewDevices, config.logLevel]
  }
  expect(dependent({})).toEqual([true, 'sandbox', false, 'warn'])
  expect(dependent({}, false)).toEqual([false, 'no', true, 'info'])
  expect(dependent({ SEED: 'none' })).toEqual([false, 'no', true, 'info'])
  const set = { PRIVATE_ADDRESSES: 'sandbox', CONFIRM_NEW_DEVICES: 'no', LOG_LEVEL: 'error' }
  expect(dependent(set, false)).toEqual([false, 'sandbox', false, 'error'])
})

test('demo data is available to other machines only if SEED says so', () => {
  const refusal = (env: Record<string, string>) => {
    try {
      return refusePublicDemo(load(env)) ?? null
    } catch (error) {
      return error instanceof ConfigProblem ? error.message.slice(0, error.message.indexOf(' is not')) : error
    }
  }
  for (const env of [{}, { HOST: '::1' }, { HOST: 'localhost', PUBLIC_URL: 'http://panel.localhost:3000' }, { HOST: '127.0.0.2' }])
    expect(refusal(env as Record<string, string>)).toBeNull()
  expect(refusal({ HOST: '0.0.0.0' })).toBe('HOST="0.0.0.0"')
  expect(refusal({ HOST: '::' })).toBe('HOST="::"')
  expect(refusal({ HOST: '192.168.1.20', PUBLIC_URL: 'http://localhost' })).toBe('HOST="192.168.1.20"')
  expect(refusal({ PUBLIC_URL: 'https://panel.example' })).toBe('PUBLIC_URL="https://panel.example"')
  expect(refusal({ PUBLIC_URL: 'https://localhost.example' })).toBe('PUBLIC_URL="https://localhost.example"')
  expect(refusal({ HOST: '0.0.0.0', PUBLIC_URL: 'https://panel.example', SEED: 'demo' })).toBeNull()
})

test('explicit settings are used', () => {
  expect(load({ HOST: '0.0.0.0', PORT: '80' }).publicUrl).toBe('http://localhost:80')
  expect(load({ PUBLIC_URL: 'https://panel.example/' }).publicUrl).toBe('https://panel.example')
  const config = load({ VENDOR_API_URL: 'https://panel.example/api/', CHECKOUT_URL: 'https://pay.example/' })
  expect([config.hosts.vendorApiUrl, config.hosts.checkoutUrl]).toEqual(['https://panel.example/api', 'https://pay.example'])
  expect(checkoutLink({ config, tokens: makeTokens(config.sessionSecrets) }, '0f3e7b1a-0000-7000-8000-00000000c0de', 1)).toMatch(
    /^https:\/\/pay\.example\/checkout\/0f3e7b1a00007000800000000000c0de#./,
  )
  expect(load({ TRUST_PROXY: '2' }).trustProxy).toBe(2)
  expect(load({ TRUST_PROXY: '10.0.0.0/8, 127.0.0.1' }).trustProxy).toBe('10.0.0.0/8, 127.0.0.1')
  expect(load({ BRAND_COLOURS: 'blue-600=#1D4ED8, gray-900=#101828' }).brand.colours).toEqual({
    'blue-600': '#1d4ed8',
    'gray-900': '#101828',
  })
  expect(load({ PLUGIN_VERSIONS: 'magento=4.0, prestashop=9.1.2' }).pluginVersions).toMatchObject({ magento: '4.0', prestashop: '9.1.2' })
  expect(load({ SHOP_WORDS: 'paga, aplaza,trastienda' }).shopWords).toEqual(['trastienda', 'paga', 'aplaza'])
  expect(load({ JOURNAL_ACCOUNTS: 'bank=5720001, fees=6269' }).journalAccounts).toMatchObject({ bank: '5720001', fees: '6269', vat: '472' })
  expect(load({ PROVIDER_SCRIPT_URL: 'https://cdn.example/{key}.js' }).hosts.providerScriptUrl).toBe('https://cdn.example/{key}.js')
  expect(load({ ANALYTICS_URL: 'https://medir.example/e', ANALYTICS_KEY: 'k1' }).analytics).toMatchObject({
    url: 'https://medir.example/e',
    key: 'k1',
  })
  expect(load({ ANALYTICS_SCRIPT_URL: 'https://medir.example/a.js', ANALYTICS_GLOBAL: 'medir' }).analytics).toMatchObject({
    scriptUrl: 'https://medir.example/a.js',
    global: 'medir',
  })
  expect(() => load({ ANALYTICS_SCRIPT_URL: '/a.js' })).toThrow(/^ANALYTICS_SCRIPT_URL=/)
  expect(() => load({ ANALYTICS_GLOBAL: 'a.b' })).toThrow(/^ANALYTICS_GLOBAL=/)
  expect(load({ ANALYTICS_URL: 'none' }).analytics.url).toBe('')
  expect(load({ NODE_ENV: 'production' }).checkAnswers).toBe(false)
})

test('page origins are a list of exact origins', () => {
  expect(load({ PAGE_ORIGINS: 'https://Panel.example:443/, http://localhost:5173,' }).pageOrigins).toEqual([
    'https://panel.example',
    'http://localhost:5173',
  ])
  for (const wrong of [
    '*',
    'panel.example',
    'https://*.example',
    'https://panel.example/x',
    'null',
    'file:///x',
    'https://a@panel.example',
  ])
    expect(() => load({ PAGE_ORIGINS: `https://panel.example,${wrong}` }), wrong).toThrow(/^PAGE_ORIGINS=/)
  expect(load({ SESSION: 'bearer' }).session).toBe('bearer')
  expect(() => load({ SESSION: 'none' })).toThrow('SESSION="none" is not one of cookie, bearer.')
})

const provider = {
  INVOICE_ISSUER_TAX_ID: 'A28015865',
  INVOICE_ISSUER_ADDRESS: 'Gran Vía, 28',
  INVOICE_ISSUER_POSTCODE: '28013',
  INVOICE_ISSUER_CITY: 'Madrid',
  INVOICE_ISSUER_PROVINCE: 'Madrid',
}

test('the invoice issuer is complete or absent', () => {
  expect(load(provider).invoicing.issuer).toEqual({
    taxId: 'A28015865',
    address: 'Gran Vía, 28',
    postcode: '28013',
    city: 'Madrid',
    province: 'Madrid',
  })
  for (const name of Object.keys(provider)) expect(() => load({ ...provider, [name]: '' })).toThrow(`${name} is missing`)
  for (const [name, value] of [
    ['INVOICE_ISSUER_TAX_ID', 'A28015866'],
    ['INVOICE_ISSUER_POSTCODE', '53000'],
    ['INVOICE_SERIES', 'f-1'],
    ['INVOICE_RECTIFYING_SERIES', 'F'],
  ] as const)
    expect(() => load({ ...provider, [name]: value })).toThrow(new RegExp(`^${name}="${value}" is not`))
})

const wrong: [name: string, value: string, rest?: Record<string, string>][] = [
  ['PORT', '99999'],
  ['PORT', '0'],
  ['PORT', 'abc'],
  ['PORT', '80.5'],
  ['PORT', '-1'],
  ['PUBLIC_URL', 'panel.example'],
  ['PUBLIC_URL', 'https://panel.example/shop'],
  ['TRUST_PROXY', 'true'],
  ['DATABASE_URL', 'mysql://db/shop'],
  ['DATABASE_URL', 'nonsense'],
  ['DATABASE_MIGRATION_URL', 'postgres://db/shop'],
  ['DATABASE_CONNECTIONS', '1'],
  ['DATABASE_WAIT_SECONDS', '3601'],
  ['SEED', 'yes'],
  ['SESSION_SECRET', 'short'],
  ['DEMO_PASSWORD', 'short'],
  ['DEMO_OPERATIONS', '20001'],
  ['SMTP_URL', 'http://mail.example'],
  ['REFUND_HOLD_SECONDS', '301'],
  ['MOST_IDLE_MINUTES', '29'],
  ['LOG_LEVEL', 'loud'],
  ['NODE_ENV', 'staging'],
  ['BRAND_VENDOR', 'a/b'],
  ['SHOP_WORDS', 'paga, <x>'],
  ['SHOP_WORDS', 'widget'],
  ['PLUGIN_VERSIONS', 'woocommerce=new'],
  ['PLUGIN_VERSIONS', 'toString=1.0'],
  ['BRAND_SUPPORT_EMAIL', 'us'],
  ['BRAND_COLOURS', 'blue-600=blue'],
  ['BRAND_COLOURS', 'accent=#1d4ed8'],
  ['BRAND_COLOURS', 'blue-600=#7fb2ff'],
  ['JOURNAL_ACCOUNTS', 'bank=57'],
  ['JOURNAL_ACCOUNTS', 'toString=5720001'],
  ['LOGIN_URL', 'javascript:alert(1)'],
]
test.each(wrong)('%s=%s is refused in one line with its name', (name, value) => {
  expect(() => load({ [name]: value })).toThrow(ConfigProblem)
  expect(() => load({ [name]: value })).toThrow(new RegExp(`^[^\\n]*${name}[^\\n]*$`))
})

test('a database may have several valid hosts', () => {
  const several = 'postgres://app:pw@one:5432,two:5433/shop'
  expect(load({ DATABASE_URL: several }).databaseUrl).toBe(several)
  expect(() => load({ DATABASE_URL: 'postgres://app:hidden@one.example:5432,two.example:port/shop' })).toThrow(
    /^(?!.*hidden)DATABASE_URL is not an address/,
  )
})

test('the register of erasures is next to the backups or where it is set, also with an own database', () => {
  expect(load({}).erasuresDir).toBeNull()
  expect(load({ BACKUP_DIR: '/backups' }).erasuresDir).toBe('/backups')
  expect(load({ BACKUP_DIR: '/backups', ERASURES_DIR: '/kept' })).toMatchObject({ backupDir: '/backups', erasuresDir: '/kept' })
  expect(load({ ...external, ERASURES_DIR: '/kept' })).toMatchObject({ backupDir: null, erasuresDir: '/kept' })
  expect(() => load({ ...external, BACKUP_DIR: '/backups' })).toThrow(/ERASURES_DIR/)
})

test('a password in a URL is never printed', () => {
  expect(() => load({ DATABASE_URL: 'mysql://app:hidden@db/shop' })).toThrow(/^(?!.*hidden)/)
})

test('the session secret is generated once, readable by this user only', () => {
  const [sessionSecret] = load({}).sessionSecrets
  expect(sessionSecret.length).toBeGreaterThanOrEqual(64)
  expect(load({}).sessionSecrets).toEqual([sessionSecret])
  expect(readFileSync(join(dataDir, 'session-secret'), 'utf8')).toBe(sessionSecret)
  expect(statSync(join(dataDir, 'session-secret')).mode & 0o777).toBe(0o600)
  expect(load({ SESSION_SECRET: 'x'.repeat(32) }).sessionSecrets).toEqual(['x'.repeat(32)])
})

test('a bank by files needs its account, and two folders of its own', () => {
  expect(load({}).bank).toEqual({ iban: null, payoutDir: null, statusDir: null })
  expect(load({ BANK_IBAN: 'ES91 2100 0418 4502 0005 1332', PAYOUT_DIR: '/srv/bank/out', BANK_STATUS_DIR: '/srv/bank/in' }).bank).toEqual({
    iban: 'ES9121000418450200051332',
    payoutDir: '/srv/bank/out',
    statusDir: '/srv/bank/in',
  })
  expect(() => load({ BANK_IBAN: 'ES91 2100 0418 4502 0005 1333' })).toThrow('BANK_IBAN="ES91 2100 0418 4502 0005 1333" is not an IBAN')
  expect(() => load({ PAYOUT_DIR: '/srv/bank' })).toThrow('PAYOUT_DIR needs BANK_IBAN')
  const same = { BANK_IBAN: 'ES9121000418450200051332', PAYOUT_DIR: '/srv/bank', BANK_STATUS_DIR: '/srv/bank' }
  expect(() => load(same)).toThrow('the same folder')
  expect(() => prepareBankFolders({ iban: null, payoutDir: null, statusDir: '/nowhere' })).toThrow(
    'BANK_STATUS_DIR="/nowhere" is not a folder',
  )
})

test('a decision engine needs a signing secret; its fallback and the wait have limits', () => {
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
  const engine = { DECISION_URL: 'http://10.0.0.7/decide', DECISION_SECRET: secret }
  expect(load({}).decision).toEqual({ engine: null, fallback: 'rules', hours: 24 })
  expect(load({ ...engine, DECISION_FALLBACK: 'review', DECISION_HOURS: '48' }).decision).toEqual({
    engine: { url: 'http://10.0.0.7/decide', secret },
    fallback: 'review',
    hours: 48,
  })
  const wrongOnes: Record<string, string>[] = [
    { DECISION_SECRET: '' },
    { DECISION_SECRET: 'whsec_c2hvcnQ=' },
    { DECISION_URL: 'ftp://x' },
    { DECISION_FALLBACK: 'accept' },
    { DECISION_HOURS: '0' },
  ]
  for (const one of wrongOnes) expect(() => load({ ...engine, ...one }), Object.keys(one)[0]).toThrow(ConfigProblem)
})

test('a data folder that cannot be created gives one line', () => {
  expect(() => load({ DATA_DIR: '/dev/null/data' })).toThrow(/^The data folder \/dev\/null\/data cannot be written \(ENOTDIR\)/)
})

test('the web push key is derived from the secret, unless it is set', () => {
  const secret = 'a secret of thirty-two characters or more'
  const key = load({ SESSION_SECRET: secret }).pushKey
  expect([load({ SESSION_SECRET: secret }).pushKey === key, load({ SESSION_SECRET: `${secret} still` }).pushKey === key]).toEqual([
    true,
    false,
  ])
  expect(load({ PUSH_PRIVATE_KEY: key }).pushKey).toBe(key)
  // Zero and the order of the curve are not valid keys (FIPS 186-5).
  for (const wrong of ['short', 'A'.repeat(43), '_____wAAAAD__________7zm-q2nF56E87nKwvxjJVE'])
    expect(() => load({ PUSH_PRIVATE_KEY: wrong })).toThrow('PUSH_PRIVATE_KEY')
})

test('the console can have a host and networks of its own', () => {
  expect(load({}).console).toEqual({ url: null, allow: null, secondPerson: true, openid: null })
  const { url, allow, secondPerson } = load({
    CONSOLE_URL: 'https://console.example/',
    CONSOLE_ALLOW: '10.0.0.0/8, 2001:db8::1',
    CONSOLE_SECOND_PERSON: 'no',
  }).console
  expect([url, secondPerson]).toEqual(['https://console.example', false])
  expect([allow?.check('10.9.9.9'), allow?.check('11.0.0.1'), allow?.check('2001:db8::1', 'ipv6')]).toEqual([true, false, true])
  for (const [name, value] of [
    ['CONSOLE_URL', 'console.example'],
    ['CONSOLE_URL', 'https://console.example/path'],
    ['CONSOLE_ALLOW', '10.0.0.0/40'],
    ['CONSOLE_ALLOW', 'office'],
    ['CONSOLE_SECOND_PERSON', 'perhaps'],
    ['CONSOLE_OIDC_ISSUER', 'http://login.example'],
  ] as const)
    expect(() => load({ [name]: value })).toThrow(`${name}="`)
  const openid = { CONSOLE_OIDC_ISSUER: 'https://login.example', CONSOLE_OIDC_CLIENT_ID: 'a', CONSOLE_OIDC_CLIENT_SECRET: 'b' }
  expect(load({ ...openid, CONSOLE_OIDC_ROLES: 'g1=admin, g 2=risk' }).console.openid).toMatchObject({
    claim: 'groups',
    roles: { g1: 'admin', 'g 2': 'risk' },
    name: 'login.example',
  })
  expect(() => load(openid)).toThrow('CONSOLE_OIDC_ROLES is not set')
  expect(() => load({ ...openid, CONSOLE_OIDC_ROLES: 'g1=owner' })).toThrow('CONSOLE_OIDC_ROLES="g1=owner"')
})

test('the card provider is chosen by its name, with its own keys, which no message repeats', () => {
  const stripe = { PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk_test_aaaaaaaaaaaa', STRIPE_WEBHOOK_SECRET: 'whsec_bbbbbbbbbbbb' }
  const [secretKey, webhookSecret] = [stripe.STRIPE_SECRET_KEY, stripe.STRIPE_WEBHOOK_SECRET]
  expect(load({}).cards).toEqual({ name: 'simulated' })
  expect(load(stripe).cards).toEqual({ name: 'stripe', secretKey, webhookSecret, apiUrl: 'https://api.stripe.com' })
  const wrongOnes: Record<string, string>[] = [
    { PAYMENT_PROVIDER: 'toString' },
    { STRIPE_SECRET_KEY: '' },
    { STRIPE_SECRET_KEY: 'pk_live_cccccccccccc' },
    { STRIPE_WEBHOOK_SECRET: 'cccccccccccc' },
    { STRIPE_API_URL: 'http://api.stripe.example' },
  ]
  for (const wrong of wrongOnes) {
    const [name = ''] = Object.keys(wrong)
    const refusal = () => load({ ...stripe, ...wrong })
    expect(refusal).toThrow(ConfigProblem)
    expect(refusal).toThrow(name)
    expect(refusal).not.toThrow(/cccccccccccc/)
  }
})

test('a layout for e-mails is read at the start, and refused in one line when a place is missing or unknown', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trastienda-layout-'))
  const path = join(folder, 'layout.html')
  const places = (...names: string[]) => names.map((name) => `{{${name}}}`).join(' ')
  const whole = places('language', 'title', 'preheader', 'styles', 'sender', 'content', 'footer')
  try {
    expect(() => load({ MAIL_TEMPLATES_DIR: folder })).toThrow(`MAIL_TEMPLATES_DIR: ${path} cannot be read.`)
    writeFileSync(path, `${whole} {{ accent }}`)
    expect(load({ MAIL_TEMPLATES_DIR: folder }).mailLayout).toEqual({ html: `${whole} {{ accent }}`, text: '{{content}}\n\n{{footer}}\n' })
    writeFileSync(path, whole.replace('{{footer}}', ''))
    expect(() => load({ MAIL_TEMPLATES_DIR: folder })).toThrow(`MAIL_TEMPLATES_DIR: ${path} has no place for {{footer}}.`)
    writeFileSync(path, `${whole} {{logo}}`)
    expect(() => load({ MAIL_TEMPLATES_DIR: folder })).toThrow(`${path} has a place {{logo}} for which there is nothing.`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('secrets may have fallbacks, with a comma written %2C and a line break %0A', () => {
  const [first, second, third] = ['a'.repeat(32), 'b'.repeat(32), 'c'.repeat(32)]
  const settings = { KEY_ENCRYPTION_KEY: `${first}`, KEY_ENCRYPTION_KEY_FALLBACKS: `${second}, ${third}%2Cx%0A` }
  expect(load(settings).keySecrets).toEqual([first, second, `${third},x\n`])
  const sessions = load({ SESSION_SECRET: first, SESSION_SECRET_FALLBACKS: second })
  expect([sessions.sessionSecrets, sessions.keySecrets]).toEqual([
    [first, second],
    [first, second],
  ])
  expect(() => load({ ...settings, KEY_ENCRYPTION_KEY_FALLBACKS: `${second},short` })).toThrow(
    /^KEY_ENCRYPTION_KEY_FALLBACKS has a secret that is shorter/,
  )
  expect(() => load({ KEY_ENCRYPTION_KEY_FALLBACKS: `${second}` })).toThrow('KEY_ENCRYPTION_KEY_FALLBACKS needs KEY_ENCRYPTION_KEY.')
})
