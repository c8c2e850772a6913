import { expect, it } from 'vitest'
import type { Account } from '#contract/access/account'
import type { CallName } from '#contract/index'
import type { Merchant } from '#contract/merchants/merchants'
import { may, permissions } from '#contract/permissions'
import { type Role, roles } from '#domain/access/roles'
import { placeOf } from '../routes/guards.ts'
import { chargeHref, mayEnter, menuOf, sectionOf } from './menuOf.ts'
import { type RouteRow, routeTable } from '../routes/routeTable.ts'
import { screensOf } from '../quickActions/screensOf.ts'
import type { Session } from '../session/session.ts'
import { readHref, settle } from '../routes/settle.ts'

const shop = (status: Merchant['status']): Merchant => ({
  id: 'a'.repeat(32),
  name: 'Ciclos Alameda',
  status,
  sandboxEnabled: true,
  country: 'ES',
  currency: 'EUR',
  tax: 'iva',
})
/** The permissions that the server sends for a role. */
const accountOf = (role: Role) =>
  ({ permissions: (Object.keys(permissions) as CallName[]).filter((call) => may(role, call)) }) as unknown as Account // only `permissions` is read
const shops = [null, shop('active'), shop('pending'), shop('suspended'), shop('rejected')]

for (const role of roles)
  for (const merchant of shops)
    for (const disabled of [false, true])
      it(`every entry of ${role} at ${merchant?.status ?? 'no merchant'}${disabled ? ', disabled' : ''} opens a page of its own section`, () => {
        const entries = menuOf({ role, disabled, merchant })
        expect(entries.map(({ section }) => section)).toContain('settings')
        const endOf = (href: string, sandbox = false) => {
          const { path, search } = readHref(href)
          const facts = {
            logged: true,
            account: {
              type: 'enterprise' as const,
              userType: role,
              disabled: disabled ? '2026-11-01T00:00:00Z' : null,
              requiresOnboarding: false,
              preferedMerchantUuid: null,
            },
            merchants: merchant ? [merchant] : [],
            merchantId: merchant?.id ?? null,
            sandbox,
            earlierList: null,
          }
          const end = settle(placeOf(path, search), null, { facts: () => facts, select: () => {}, refresh: () => {} })
          expect(end.notices, href).toEqual([])
          return end.place.row
        }
        for (const { section, href } of entries) expect(sectionOf(endOf(href)), href).toBe(section)
        const account = accountOf(role)
        const session = {
          role,
          disabled,
          merchant,
          account,
          sandbox: true,
          merchants: merchant ? [merchant] : [],
          may: (call: CallName) => account.permissions.includes(call),
        } as unknown as Session // the fields that are read
        expect(screensOf(session).some(({ name }) => name === 'addShop')).toBe(role === 'owner' && merchant?.status !== 'pending')
        for (const { name, title, href } of screensOf(session))
          expect(endOf(href, true), href).toMatchObject(name === 'settings' ? { name: 'settingsSections' } : { name, title })
      })

it('mayEnter refuses a route denied to the role or closed to a disabled account', () => {
  const active = shop('active')
  const row = (some: Partial<RouteRow>): RouteRow => ({ name: 'x', path: '/merchants/{merchantId}/x', title: 'x', ...some })
  expect(mayEnter(row({}), { role: 'guest', disabled: true, merchant: active })).toBe(true)
  expect(mayEnter(row({ deniedTo: ['guest'] }), { role: 'guest', disabled: false, merchant: active })).toBe(false)
  expect(mayEnter(row({ deniedWhenDisabled: true }), { role: 'owner', disabled: true, merchant: active })).toBe(false)
  expect(mayEnter(row({}), { role: 'owner', disabled: false, merchant: shop('pending') })).toBe(false)
  const sales = row({ path: '/merchants/{merchantId}/operations/new' })
  const enters = (sandbox: boolean) => mayEnter(sales, { role: 'owner', disabled: false, merchant: shop('pending'), sandbox })
  expect([enters(true), enters(false)]).toEqual([true, false])
})

it('chargeHref is given to roles that may start a sale in an active merchant, and never to a disabled account', () => {
  const able = roles.flatMap((role) =>
    shops.flatMap((merchant) =>
      [false, true].flatMap((disabled) =>
        chargeHref({ role, disabled, merchant, account: accountOf(role) }) === null ? [] : [`${role} ${merchant?.status} ${disabled}`],
      ),
    ),
  )
  expect(able).toEqual(['owner', 'admin', 'editor'].flatMap((role) => [`${role} active false`, `${role} suspended false`]))
})

it('leaves out what this member may not call, whatever their role', () => {
  const account = { permissions: ['operationList', 'invoiceList'] } as Account // only `permissions` is read
  const session = { role: 'editor' as const, disabled: false, merchant: shop('active'), account }
  expect(menuOf(session).map(({ section }) => section)).not.toContain('settlements')
  expect(menuOf(session).map(({ section }) => section)).toContain('invoices')
  expect(chargeHref(session)).toBeNull()
  expect(chargeHref({ ...session, account: { ...account, permissions: ['checkoutOfflineCreate'] } })).not.toBeNull()
})

it('at a shared till, leads only to its counter, list and operations', () => {
  const account = { ...accountOf('owner'), till: { name: 'Mostrador' } }
  const session = { role: 'owner' as const, disabled: false, merchant: shop('active'), account }
  expect(menuOf(session).map(({ section }) => section)).toEqual(['operations'])
  expect(chargeHref(session)).not.toBeNull()
  const entered = routeTable.filter((row: RouteRow) => row.needsLogin && mayEnter(row, session)).map(({ name }) => name)
  expect(entered).toEqual(expect.arrayContaining(['root', 'merchant', 'operations', 'operation', 'operationRefund', 'checkoutOffline']))
  expect(entered.filter((name) => !/^(root|merchant|operation|checkoutOffline|pendingMerchant|rejectedMerchant)/.test(name))).toEqual([])
})
