import { describe, expect, it } from 'vitest'
import type { CallName } from '#contract/index'
import { may, permissions } from '#contract/permissions'
import { type Role, roles } from '#domain/access/roles'
import {
  decide,
  deniedRole,
  earlierFilters,
  merchantSelection,
  type Navigation,
  pendingMerchant,
  rejectedMerchant,
  placeOf,
  redirection,
  rules,
  sandboxFlag,
} from './guards.ts'
import { isTrialPage, type RouteRow, routeTable } from './routeTable.ts'
import { settle } from './settle.ts'

const shopA = 'a'.repeat(32)
const shopB = 'b'.repeat(32)
const operation = 'c'.repeat(32)
const rows: readonly RouteRow[] = routeTable

const account = (some: Partial<NonNullable<Navigation['account']>> = {}): NonNullable<Navigation['account']> => ({
  type: 'enterprise',
  userType: 'owner',
  disabled: null,
  requiresOnboarding: false,
  preferedMerchantUuid: null,
  permissions: (Object.keys(permissions) as CallName[]).filter((call) => may(some.userType ?? 'owner', call)),
  ...some,
})

const navigation = (path: string, some: Partial<Navigation> & { search?: Record<string, string> } = {}): Navigation => {
  const { search = {}, ...facts } = some
  return {
    to: placeOf(path, search),
    from: null,
    logged: true,
    account: account(),
    merchants: [
      { id: shopA, status: 'active' },
      { id: shopB, status: 'active' },
    ],
    merchantId: shopA,
    sandbox: false,
    merchantRefreshed: true,
    earlierList: null,
    ...facts,
  }
}

const pathOf = (row: RouteRow) =>
  row.path
    .replace('{merchantId}', shopA)
    .replace('{operationId}', operation)
    .replace(/\{\w+\??\}/, 'x')
const list = `/merchants/${shopA}/operations`

describe('the seven navigation rules', () => {
  it('run in their fixed order', () => {
    expect(rules.map(({ name }) => name)).toEqual([
      'loginFirst',
      'sandboxFlag',
      'merchantSelection',
      'merchantRefresh',
      'pendingMerchant',
      'earlierFilters',
      'deniedWhenDisabled',
    ])
  })

  it.each(rows)('1: $name asks for login exactly when the route table says so', (row) => {
    const decision = decide(navigation(pathOf(row), { logged: false, account: null, merchants: [], merchantId: null }))
    if (row.needsLogin)
      expect(decision).toEqual({ kind: 'go', href: `/login${row.path === '/' ? '' : `?redirect=${encodeURIComponent(pathOf(row))}`}` })
    else expect(decision).toBeUndefined()
  })

  it('2: adds the sandbox flag when it is missing and the mode is sandbox, whatever the previous page was', () => {
    expect(sandboxFlag(navigation(list, { sandbox: true, search: { page: '2' } }))).toEqual({
      kind: 'search',
      search: { page: '2', sandbox: 'true' },
    })
    expect(sandboxFlag(navigation(list, { sandbox: true, search: { sandbox: 'false' } }))).toEqual({
      kind: 'search',
      search: { sandbox: 'true' },
    })
    expect(sandboxFlag(navigation(list, { sandbox: true, search: { sandbox: 'true' } }))).toBeUndefined()
  })

  it('2: sets a present flag to false in live mode, but not coming from the root or on the first load', () => {
    const flagged = { search: { sandbox: 'true' } }
    expect(sandboxFlag(navigation(list, { ...flagged, from: placeOf('/settings/sections', {}) }))).toEqual({
      kind: 'search',
      search: { sandbox: 'false' },
    })
    expect(sandboxFlag(navigation(list, { ...flagged, from: placeOf('/', {}) }))).toBeUndefined()
    expect(sandboxFlag(navigation(list, flagged))).toBeUndefined()
    expect(sandboxFlag(navigation(list, { search: { sandbox: 'false' }, from: placeOf('/settings/sections', {}) }))).toBeUndefined()
  })

  it('3: without merchants, a merchant’s address redirects to the settings, or to onboarding when it is required', () => {
    expect(merchantSelection(navigation(list, { merchants: [], merchantId: null }))).toEqual({ kind: 'go', href: '/settings' })
    expect(
      merchantSelection(navigation(list, { merchants: [], merchantId: null, account: account({ requiresOnboarding: true }) })),
    ).toEqual({ kind: 'external', where: 'onboarding' })
  })

  it('3: "undefined" and unknown ids become the preferred merchant, else the first', () => {
    expect(merchantSelection(navigation('/merchants/undefined/operations'))).toEqual({ kind: 'go', href: list })
    const preferred = { account: account({ preferedMerchantUuid: shopB }) }
    expect(merchantSelection(navigation(`/merchants/${operation}/operations`, preferred))).toEqual({
      kind: 'go',
      href: `/merchants/${shopB}/operations`,
      notice: 'merchantReplaced',
    })
    expect(
      merchantSelection(navigation(list, { account: account({ preferedMerchantUuid: operation }), merchantId: shopA })),
    ).toBeUndefined()
  })

  it('3: a deep link under an unknown merchant opens the list, never the same path under another merchant', () => {
    const deep = `/merchants/${operation}/operations/${'d'.repeat(32)}`
    expect(merchantSelection(navigation(deep))).toEqual({ kind: 'go', href: list, notice: 'merchantReplaced' })
    expect(merchantSelection(navigation(`${deep}/refund`))).toEqual({ kind: 'go', href: list, notice: 'merchantReplaced' })
  })

  it('3: selects the merchant of the address, or the first one when the address has none', () => {
    expect(merchantSelection(navigation(`/merchants/${shopB}/operations`))).toEqual({ kind: 'select', merchantId: shopB })
    expect(merchantSelection(navigation('/settings/sections', { merchantId: null }))).toEqual({ kind: 'select', merchantId: shopA })
  })

  it('3: redirects to onboarding from everywhere when it is required, also an owner of unknown type', () => {
    expect(merchantSelection(navigation('/settings/sections', { account: account({ requiresOnboarding: true }) }))).toEqual({
      kind: 'external',
      where: 'onboarding',
    })
    expect(merchantSelection(navigation(list, { account: account({ type: 'unknown' }) }))).toEqual({
      kind: 'external',
      where: 'onboarding',
    })
    expect(merchantSelection(navigation(list, { account: account({ type: 'unknown', userType: 'admin' }) }))).toBeUndefined()
  })

  it('4: refreshes the merchant once before each protected route', () => {
    expect(decide(navigation(list, { merchantRefreshed: false }))).toEqual({ kind: 'refresh', merchantId: shopA })
    expect(decide(navigation('/maintenance', { merchantRefreshed: false }))).toBeUndefined()
  })

  it('5: a pending merchant may open only its own page and the settings', () => {
    const merchants = [{ id: shopA, status: 'pending' as const }]
    for (const row of rows.filter(({ needsLogin }) => needsLogin)) {
      const allowed = row.name === 'pendingMerchant' || row.path.startsWith('/settings')
      expect(pendingMerchant(navigation(pathOf(row), { merchants })), row.name).toEqual(
        allowed ? undefined : { kind: 'go', href: `/merchants/${shopA}/pending-merchant` },
      )
    }
  })

  it('5: a pending merchant may open onboarding while changes are requested', () => {
    const merchants = [{ id: shopA, status: 'pending' as const }]
    const incomplete = navigation('/onboarding/profile', { merchants, account: account({ requiresOnboarding: true }) })
    expect(pendingMerchant(incomplete)).toBeUndefined()
    expect(pendingMerchant({ ...incomplete, to: placeOf(list, {}) })).toEqual({ kind: 'go', href: `/merchants/${shopA}/pending-merchant` })
  })
  it('5: an approved merchant is redirected from the pending page to the list', () => {
    const from = placeOf(`/merchants/${shopA}/pending-merchant`, {})
    expect(pendingMerchant(navigation(from.path))).toEqual({ kind: 'go', href: list })
    expect(pendingMerchant(navigation('/settings/sections', { from }))).toEqual({ kind: 'go', href: list })
    expect(pendingMerchant(navigation(list, { from }))).toBeUndefined()
  })

  it('a rejected merchant may open only its own page and the settings, and no other merchant may open that page', () => {
    const merchants = [{ id: shopA, status: 'rejected' as const }]
    const page = `/merchants/${shopA}/rejected-merchant`
    for (const row of rows.filter(({ needsLogin, name }) => needsLogin && !name.startsWith('onboarding'))) {
      const allowed = row.name === 'rejectedMerchant' || row.path.startsWith('/settings')
      expect(rejectedMerchant(navigation(pathOf(row), { merchants })), row.name).toEqual(allowed ? undefined : { kind: 'go', href: page })
    }
    expect(rejectedMerchant(navigation(page))).toEqual({ kind: 'go', href: list })
  })

  it('a merchant rejected while its pending page is open is redirected to the rejected page, whatever the target', () => {
    const merchants = [{ id: shopA, status: 'rejected' as const }]
    const from = placeOf(`/merchants/${shopA}/pending-merchant`, {})
    for (const path of [from.path, list, `/merchants/${shopA}/rejected-merchant`, '/']) {
      const end = settle(placeOf(path, {}), from, { facts: () => navigation(path, { merchants }), select: () => {}, refresh: () => {} })
      expect(end.href, path).toBe(`/merchants/${shopA}/rejected-merchant`)
    }
  })

  it('6: going back from download or detail restores the earlier filters, unless the query has more than the flag', () => {
    const earlierList = { status: 'accepted', page: '3', sandbox: 'true' }
    for (const from of [`${list}/download`, `${list}/${operation}`, `${list}/${operation}/refund`]) {
      const back = { from: placeOf(from, {}), earlierList }
      expect(earlierFilters(navigation(list, back)), from).toEqual({ kind: 'search', search: { status: 'accepted', page: '3' } })
      expect(earlierFilters(navigation(list, { ...back, search: { sandbox: 'false' } }))).toEqual({
        kind: 'search',
        search: { status: 'accepted', page: '3', sandbox: 'false' },
      })
      expect(earlierFilters(navigation(list, { ...back, search: { q: 'ana' } }))).toBeUndefined()
    }
    expect(earlierFilters(navigation(list, { from: placeOf('/settings/sections', {}), earlierList }))).toBeUndefined()
    expect(
      earlierFilters(navigation(`/merchants/${shopB}/operations`, { from: placeOf(`${list}/${operation}`, {}), earlierList })),
    ).toBeUndefined()
  })

  it('7: a disabled account is redirected to the list from the routes denied to it', () => {
    const row: RouteRow = { name: 'campaigns', path: '/x', title: 'campaigns', needsLogin: true, deniedWhenDisabled: true }
    const at = (disabled: string | null) =>
      decide({ ...navigation(list), to: { path: '/x', row, params: {}, search: {} }, account: account({ disabled }) })
    expect(at('2026-11-01T00:00:00Z')).toEqual({ kind: 'go', href: list, notice: 'disabled' })
    expect(at(null)).toBeUndefined()
    expect(rows.filter(({ deniedWhenDisabled }) => deniedWhenDisabled).map(({ name }) => name)).toEqual([
      'checkoutOffline',
      'poster',
      'campaigns',
      'campaignNew',
      'campaign',
      'audiences',
      'audiencesAdd',
      'audiencesRename',
    ])
  })
})

/** The denied roles of each route, written a second time by hand, so that a mistake in the table is found. */
const deniedBySpecification: Record<string, readonly Role[]> = {
  settlements: ['guest'],
  audiences: ['editor', 'guest'],
  audiencesAdd: ['editor', 'guest'],
  invoices: ['guest'],
  reports: ['guest'],
  usersPermissions: ['guest'],
  usersPermissionsAdd: ['editor', 'guest'],
  company: ['admin', 'editor', 'guest'],
  companyProfile: ['admin', 'editor', 'guest'],
  companyEnterprise: ['admin', 'editor', 'guest'],
  companyOwnership: ['admin', 'editor', 'guest'],
  companyOwner: ['admin', 'editor', 'guest'],
  companyDossier: ['admin', 'editor', 'guest'],
  companyPapers: ['admin', 'editor', 'guest'],
  onboarding: ['admin', 'editor', 'guest'],
  operationRefund: ['guest'],
  operationCancel: ['guest'],
  operationCapture: ['guest'],
  operations: [],
  operation: [],
  operationCart: [],
  operationsDownload: [],
  campaigns: [],
  preferences: [],
  security: [],
  changePassword: [],
  settingsSections: [],
  pendingMerchant: [],
}

describe('a missing second factor', () => {
  const lacking = account({ mustAddFactor: true })
  it('is set up before any other page', () => {
    expect(decide(navigation(list, { account: lacking }))).toEqual({ kind: 'go', href: '/settings/security' })
    expect(decide(navigation('/settings/company-profile', { account: lacking }))).toEqual({ kind: 'go', href: '/settings/security' })
    expect(decide(navigation('/settings/security', { account: lacking }))).toBeUndefined()
    expect(decide(navigation('/settings/change-password', { account: lacking }))).toBeUndefined()
    expect(decide(navigation('/maintenance', { account: lacking }))).toBeUndefined()
  })
})

describe('roles', () => {
  it.each(Object.entries(deniedBySpecification))('%s is denied to exactly %j', (name, denied) => {
    const row = rows.find((candidate) => candidate.name === name)
    for (const role of roles) {
      const to = { path: '/there', row: row ?? null, params: {}, search: {} }
      const decision = deniedRole({ ...navigation(list), to, from: placeOf(list, { page: '2' }), account: account({ userType: role }) })
      expect(decision, `${name} ${role}`).toEqual(denied.includes(role) ? { kind: 'denied', href: `${list}?page=2` } : undefined)
    }
  })

  it('a denied role without a previous page is redirected to the root', () => {
    expect(deniedRole(navigation(`${list}/${operation}/refund`, { account: account({ userType: 'guest' }) }))).toEqual({
      kind: 'denied',
      href: '/',
    })
  })
})

describe('redirections', () => {
  it('unknown addresses redirect to the root', () => {
    for (const path of ['/nothing', `/merchants/${shopA}/nothing`, '/onboarding/nothing', '/settings/nothing']) {
      expect(redirection(navigation(path)), path).toEqual({ kind: 'go', href: '/' })
    }
  })
  it('an unknown view of the widget redirects to the first view', () => {
    const widgets = `/merchants/${shopA}/preferences/widgets`
    for (const view of ['x', 'PRODUCT', 'constructor', 'product%20'])
      expect(redirection(navigation(`${widgets}/${view}`, { search: { sandbox: 'true' } })), view).toEqual({
        kind: 'go',
        href: `${widgets}/product?sandbox=true`,
      })
    for (const view of ['product', 'cart']) expect(redirection(navigation(`${widgets}/${view}`)), view).toBeUndefined()
  })
  it('the root and a merchant’s own address redirect to the operations, the settings to their sections', () => {
    expect(redirection(navigation('/'))).toEqual({ kind: 'go', href: list })
    expect(redirection(navigation(`/merchants/${shopB}`, { merchantId: shopB }))).toEqual({
      kind: 'go',
      href: `/merchants/${shopB}/operations`,
    })
    expect(redirection(navigation('/settings', { search: { uuid: 'u' } }))).toEqual({ kind: 'go', href: '/settings/sections?uuid=u' })
  })
})

describe('every route × role × account × merchant × mode', () => {
  const states = [
    { name: 'active', merchants: [{ id: shopA, status: 'active' as const }], account: {} },
    { name: 'pending', merchants: [{ id: shopA, status: 'pending' as const }], account: {} },
    { name: 'disabled', merchants: [{ id: shopA, status: 'active' as const }], account: { disabled: '2026-11-01T00:00:00Z' } },
    { name: 'no shops', merchants: [], account: {} },
    { name: 'onboarding', merchants: [], account: { requiresOnboarding: true } },
    { name: 'self-employed', merchants: [{ id: shopA, status: 'active' as const }], account: { type: 'self_employed' as const } },
    { name: 'unknown type', merchants: [{ id: shopA, status: 'active' as const }], account: { type: 'unknown' as const } },
  ]
  it('settles on a page that exists, that the member may open, and whose flag matches the mode', () => {
    let cases = 0
    for (const row of rows)
      for (const role of roles)
        for (const state of states)
          for (const sandbox of [false, true])
            for (const from of [null, placeOf('/settings/sections', {}), placeOf('/maintenance', {})]) {
              let merchantId: string | null = null
              const memberState = account({ ...state.account, userType: role })
              const end = settle(placeOf(pathOf(row), {}), from, {
                select: (id) => (merchantId = id),
                refresh: () => {},
                facts: () => ({ logged: true, account: memberState, merchants: state.merchants, merchantId, sandbox, earlierList: null }),
              })
              cases += 1
              const label = `${row.name} ${role} ${state.name} ${sandbox} from ${from?.path}`
              if (end.outside) {
                expect(end.outside, label).toBe('onboarding')
                expect(memberState.requiresOnboarding || (role === 'owner' && memberState.type === 'unknown'), label).toBe(true)
                continue
              }
              const at = end.place
              expect(at.row, label).not.toBeNull()
              expect(at.row && 'redirects' in at.row ? at.row.redirects : undefined, label).toBeUndefined()
              expect(at.row?.deniedTo ?? [], label).not.toContain(role)
              if (sandbox) expect(at.search['sandbox'], label).toBe('true')
              if (state.name === 'pending' && at.row?.needsLogin)
                expect(at.row.name === 'pendingMerchant' || /^.settings/.test(at.path) || (sandbox && isTrialPage(at.row)), label).toBe(
                  true,
                )
              if (state.name === 'no shops') expect(at.path, label).not.toContain('/merchants/')
            }
    expect(cases).toBe(rows.length * 4 * states.length * 2 * 3)
  })
})

describe('the start page of a device', () => {
  const beginsAt = (path: string, some: Partial<Navigation> & { search?: Record<string, string> } = {}) =>
    decide(navigation(path, { start: 'till', ...some }))

  it('is the till when it was chosen, in the merchant’s mode', () => {
    expect(beginsAt('/')).toEqual({ kind: 'go', href: `${list}/new?view=counter` })
    const inSandbox = { sandbox: true, search: { sandbox: 'true' } }
    expect(beginsAt('/', inSandbox)).toEqual({ kind: 'go', href: `${list}/new?view=counter&sandbox=true` })
    expect(decide(navigation('/'))).toEqual({ kind: 'go', href: list })
    expect(beginsAt('/', { start: 'operations' })).toEqual({ kind: 'go', href: list })
  })

  it('is how the shop does when it was chosen, for those who may see it', () => {
    expect(beginsAt('/', { start: 'insights' })).toEqual({ kind: 'go', href: `/merchants/${shopA}/insights` })
    expect(beginsAt('/', { start: 'insights', account: account({ userType: 'guest' }) })).toEqual({ kind: 'go', href: list })
  })

  it('is the inbox when it was chosen, for every role that may open it', () => {
    const waits = { start: 'inbox' as const }
    expect(beginsAt('/', waits)).toEqual({ kind: 'go', href: `/merchants/${shopA}/inbox` })
    expect(beginsAt('/', { ...waits, sandbox: true, search: { sandbox: 'true' } })).toEqual({
      kind: 'go',
      href: `/merchants/${shopA}/inbox?sandbox=true`,
    })
    expect(beginsAt('/', { ...waits, account: account({ userType: 'guest' }) })).toEqual({ kind: 'go', href: list })
    expect(beginsAt(`/merchants/${shopA}`, waits)).toEqual({ kind: 'go', href: list })
  })

  it('is the operations list for members who may not sell, and for a merchant’s own address', () => {
    expect(beginsAt('/', { account: account({ userType: 'guest' }) })).toEqual({ kind: 'go', href: list })
    expect(beginsAt('/', { account: account({ disabled: '2026-11-01T00:00:00.000Z' }) })).toEqual({ kind: 'go', href: list })
    expect(beginsAt(`/merchants/${shopA}`)).toEqual({ kind: 'go', href: list })
    expect(beginsAt('/', { merchants: [{ id: shopA, status: 'pending' }] })).toEqual({
      kind: 'go',
      href: `/merchants/${shopA}/pending-merchant`,
    })
  })
})
