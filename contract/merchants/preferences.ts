import { keyRights } from '#domain/merchants/keyRights'
import { substatuses } from '#domain/sales/operations/states'
import { widgetFindings } from '#domain/sales/widget/widgetCheck'
import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { product } from './merchants.ts'
import { admins, changesShop, everyone, operators, readsShop } from '../platform/policy.ts'
import { amount, amountInput, date, hexId, instant, plain, typedText } from '../platform/values.ts'

/** How a shop is connected: its API keys, its cart limits, and its widgets (docs/domain.md#api-keys). */
const path = '/v2/merchants/{merchantId}/configurations'

export const keyKind = z.enum(['public', 'private'])
const keyRight = z.enum(keyRights)

/** An API key of this shop and mode. Of a private one only the last four characters can be read again. */
export const apiKey = z.strictObject({
  id: hexId,
  kind: keyKind,
  /** The whole public key; null: a private one. */
  publicKey: z.nullable(z.string()),
  lastFour: z.string(),
  /** `grace`: replaced by another one, and valid until `endsAt`. */
  state: z.enum(['active', 'grace', 'revoked']),
  created: instant,
  createdBy: z.nullable(z.string()),
  /** Its creator has no access to the account any more; the key stays valid. */
  makerGone: z.boolean(),
  /** What a private key may do beside reading orders; empty for a public one. */
  rights: z.array(keyRight),
  /** The limits of one refund and of all refunds of one Madrid day; null: none. */
  refundLimit: z.nullable(amount),
  refundDayLimit: z.nullable(amount),
  /** The first instant at which it is invalid; null: no end. */
  endsAt: z.nullable(instant),
  /** Who revoked it; null: nobody, or unknown. */
  revokedBy: z.nullable(z.string()),
  /** The last call made with it: from which network (for a page: its host), by which program. */
  lastUse: z.nullable(z.strictObject({ at: instant, from: z.nullable(z.string()), client: z.nullable(z.string()) })),
  /** Nobody has called with it for an hour. */
  silent: z.boolean(),
})
export type ApiKey = z.output<typeof apiKey>

/** Valid keys, and the most recent others, newest first. */
export const keyList = endpoint({
  name: 'keyList',
  method: 'GET',
  path: `${path}/keys`,
  summary: 'Claves de la tienda',
  policy: { ...readsShop, roles: admins, right: 'keys', clock: 'wall' },
  providerApi: true,
  answers: { 200: z.strictObject({ keys: z.array(apiKey) }) },
  refusals: [],
})

/**
 * Creates a new key of a kind, also the first one. The previous one stays valid for the chosen overlap. The new one is shown in full only
 * in this answer, which is stored sealed for a repeat with the same idempotency key. In live mode, whoever creates a private key must hold
 * all of its rights, without limits.
 */
export const keyRenew = endpoint({
  name: 'keyRenew',
  method: 'POST',
  path: `${path}/keys/{kind}/renew`,
  summary: 'Renovar una clave',
  policy: { ...changesShop, roles: admins, right: 'keys', credentialPause: 'denied', clock: 'wall' },
  providerApi: true,
  body: z.strictObject({
    overlapHours: z.literal([0, 24, 72, 168]),
    /** Of a private key; fields left out stay as in the previous key, or unlimited for a first one. */
    rights: z.optional(z.array(keyRight).check(z.maxLength(keyRights.length))),
    refundLimit: z.optional(z.nullable(amountInput)),
    refundDayLimit: z.optional(z.nullable(amountInput)),
  }),
  secret: true,
  answers: { 201: z.strictObject({ token: z.string(), key: apiKey }) },
  refusals: ['StepUpRequired', 'KeyRotationInProgress'],
})

/** Ends a key at once. */
export const keyRevoke = endpoint({
  name: 'keyRevoke',
  method: 'DELETE',
  path: `${path}/keys/{keyId}`,
  summary: 'Revocar una clave ya',
  policy: { ...changesShop, roles: admins, right: 'keys', afterEnd: 'allowed', clock: 'wall' },
  answers: { 204: null },
  refusals: ['StepUpRequired', 'KeyEnded'],
})

/**
 * For a leaked key: all keys of that kind end at once, also one in its overlap, and a new one is created. It is shown in full only in this
 * answer, which is stored sealed for a repeat with the same idempotency key.
 */
export const keyLeaked = endpoint({
  name: 'keyLeaked',
  method: 'POST',
  path: `${path}/keys/{kind}/leaked`,
  summary: 'Cambiar una clave filtrada',
  policy: { ...changesShop, roles: admins, right: 'keys', credentialPause: 'denied', afterEnd: 'allowed', clock: 'wall' },
  secret: true,
  answers: { 201: z.strictObject({ token: z.string(), key: apiKey, ended: z.int() }) },
  refusals: ['StepUpRequired'],
})

/** An audit entry of a key: what was done or refused with it, and what can be undone now. */
export const keyAct = z.strictObject({
  id: z.string(),
  at: instant,
  /** In words. */
  action: z.string(),
  /** Null: it was done; else the reason of the refusal, in words. */
  refused: z.nullable(z.string()),
  /** The network of the call, without the host part. */
  network: z.nullable(z.string()),
  operation: z.nullable(
    z.strictObject({
      id: hexId,
      mid: z.nullable(z.string()),
      customerName: z.string(),
      substatus: z.enum(substatuses),
      totalAmount: amount,
      refundedAmount: amount,
      /** `refund`: one is held and can be undone; `cancel`: the whole can be cancelled. */
      undo: z.nullable(z.enum(['refund', 'cancel'])),
    }),
  ),
  /** A campaign that was created or changed. */
  campaign: z.nullable(z.strictObject({ id: hexId, name: z.string() })),
})
export type KeyAct = z.output<typeof keyAct>

/** All actions by private keys that have ended, from a Madrid day on, newest first; `more`: the list is truncated. */
export const keyActs = endpoint({
  name: 'keyActs',
  method: 'GET',
  path: `${path}/keys/acts`,
  summary: 'Lo que hizo una clave filtrada',
  policy: { ...readsShop, roles: admins, right: 'keys', clock: 'wall' },
  query: z.object({ since: date }),
  answers: { 200: z.strictObject({ acts: z.array(keyAct), more: z.boolean() }) },
  refusals: [],
})

/** The carts that the shop offers instalments for, in cents, both included; null: as its products. */
const cart = z.strictObject({
  minAmount: z.nullable(amount),
  maxAmount: z.nullable(amount),
  changedAt: z.nullable(instant),
  changedBy: z.nullable(z.string()),
  /** Grows with every change; 0 before the first. */
  revision: z.int(),
  /** The provider's limits of each product that the shop sells: its own must lie within. */
  products: z.array(z.strictObject({ type: product, minAmount: amount, maxAmount: amount })),
})
export type Cart = z.output<typeof cart>

export const cartView = endpoint({
  name: 'cartView',
  method: 'GET',
  path: `${path}/cart`,
  summary: 'Límites del carrito',
  policy: { ...readsShop, roles: everyone, right: 'preferences:read', clock: 'wall' },
  providerApi: true,
  answers: { 200: cart },
  refusals: [],
})

/** Changes the cart limits; checkouts that are open already keep their terms. `revision`: of the limits that the caller read. */
export const configurationUpdate = endpoint({
  name: 'configurationUpdate',
  method: 'PATCH',
  path,
  summary: 'Cambiar la configuración de la tienda',
  policy: { ...changesShop, roles: operators, right: 'preferences', clock: 'wall' },
  providerApi: true,
  body: z.strictObject({
    cart: z.strictObject({ minAmount: z.nullable(amountInput), maxAmount: z.nullable(amountInput) }),
    revision: z.int(),
  }),
  answers: { 200: cart },
  refusals: ['SettingsStale'],
})

const queryAmount = z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000_000)))
/** Paid orders of some whole months, and those of them that the limits would have excluded; amounts in cents. */
const months = z.strictObject({ from: date, to: date, orders: z.int(), outside: z.int(), outsideAmount: amount })

/** What limits would have excluded in the last whole month and the last three; a read, so that it can be called while typing. */
export const cartEffect = endpoint({
  name: 'cartEffect',
  method: 'GET',
  path: `${path}/cart/effect`,
  summary: 'Lo que dejarían fuera unos límites del carrito',
  policy: { ...readsShop, roles: operators, right: 'preferences', clock: 'wall' },
  query: z.object({ minAmount: queryAmount, maxAmount: queryAmount }),
  answers: { 200: z.strictObject({ month: months, quarter: months }) },
  refusals: [],
})

export const widgetKind = z.enum(['product', 'cart'])
const colour = plain(40).check(z.regex(/^#[0-9A-Fa-f]{6}$/))

/** The appearance of a widget, which the shop's page may override (docs/domain.md#api-keys). */
export const widgetPreferences = z.strictObject({
  /** Not shown at all. */
  disabled: z.boolean(),
  type: z.enum(['text', 'button', 'select', 'big-button']),
  /** Shows the lender's name. */
  branding: z.boolean(),
  /** Shows the representative example under the plans; otherwise it is one press away. */
  legalAdvice: z.boolean(),
  downpaymentInfo: z.boolean(),
  /** Text above the plans, without and with an interest-free campaign; empty: none. */
  titleDefault: typedText(80),
  titleZeroInterest: typedText(80),
  align: z.enum(['left', 'center', 'right']),
  textColor: colour,
  btnTextColor: colour,
  btnBgColor: colour,
  /** The number of instalments shown first; null: the one with the smallest instalment. */
  defaultInstalments: z.nullable(z.int().check(z.minimum(1), z.maximum(60))),
  /** The shop's own example, with `{ tin }`-style variables; empty: ours. */
  legalText: typedText(600),
  /** When no plan is available: shows the minimum amount, or nothing. */
  outOfLimits: z.enum(['show', 'hide']),
})
export type WidgetPreferences = z.output<typeof widgetPreferences>

const widgetVersion = z.strictObject({
  number: z.int(),
  preferences: widgetPreferences,
  /** The earlier version that this one restored. */
  restoredFrom: z.nullable(z.int()),
  publishedAt: instant,
  publishedBy: z.nullable(z.string()),
})
export type WidgetVersion = z.output<typeof widgetVersion>

/** A view of the widget: published, draft and earlier versions. */
export const widget = z.strictObject({
  view: widgetKind,
  published: widgetPreferences,
  /** Null: there is no draft. */
  draft: z.nullable(z.strictObject({ preferences: widgetPreferences, changedAt: instant, changedBy: z.nullable(z.string()) })),
  /** Grows with every change; sent with the next one, so that nobody overwrites what they have not seen. */
  revision: z.int(),
  /** Newest first; empty: never published, with the defaults. */
  versions: z.array(widgetVersion),
})
export type Widget = z.output<typeof widget>

export const widgetView = endpoint({
  name: 'widgetView',
  method: 'GET',
  path: `${path}/widgets/{view}`,
  summary: 'Apariencia de un widget',
  policy: { ...readsShop, roles: everyone, right: 'preferences:read', clock: 'wall' },
  providerApi: true,
  answers: { 200: widget },
  refusals: [],
})

/** Saves the draft; a draft equal to the published version is deleted. */
export const widgetSave = endpoint({
  name: 'widgetSave',
  method: 'PATCH',
  path: `${path}/widgets/{view}`,
  summary: 'Guardar el borrador de un widget',
  policy: { ...changesShop, roles: operators, right: 'preferences', clock: 'wall' },
  providerApi: true,
  body: z.strictObject({ preferences: widgetPreferences, revision: z.int() }),
  answers: { 200: widget },
  refusals: ['WidgetStale'],
})

export const widgetPublish = endpoint({
  name: 'widgetPublish',
  method: 'POST',
  path: `${path}/widgets/{view}/publish`,
  summary: 'Publicar un widget',
  policy: { ...changesShop, roles: operators, right: 'preferences', clock: 'wall' },
  providerApi: true,
  body: z.strictObject({ revision: z.int() }),
  answers: { 200: widget },
  refusals: ['WidgetStale', 'WidgetNotAllowed'],
})

/** Publishes an earlier version again; the draft stays. */
export const widgetRestore = endpoint({
  name: 'widgetRestore',
  method: 'POST',
  path: `${path}/widgets/{view}/restore`,
  summary: 'Volver a una versión anterior de un widget',
  policy: { ...changesShop, roles: operators, right: 'preferences', clock: 'wall' },
  body: z.strictObject({ number: z.int().check(z.minimum(1)), revision: z.int() }),
  answers: { 200: widget },
  refusals: ['WidgetStale', 'WidgetNotAllowed'],
})

/** Reads a page of the shop and reports the state of its widget. Nothing of the page is stored. */
export const widgetCheck = endpoint({
  name: 'widgetCheck',
  method: 'POST',
  path: `${path}/widget/check`,
  summary: 'Comprobar el widget de una página',
  policy: { ...changesShop, roles: operators, right: 'preferences', clock: 'wall' },
  body: z.strictObject({ url: plain(2_000).check(z.minLength(1)) }),
  answers: {
    200: z.strictObject({
      /** `about`: a key's end, a selector, names, why there was no answer or its status. */
      findings: z.array(z.strictObject({ code: z.enum(widgetFindings), level: z.enum(['error', 'warning', 'ok']), about: z.string() })),
    }),
  },
  refusals: [],
})

/** The settings for a shop's page or plugin: URLs, the public key, and which program called last with the private one. */
export const connectionView = endpoint({
  name: 'connectionView',
  method: 'GET',
  path: `${path}/connection`,
  summary: 'Datos para conectar la tienda',
  policy: { ...readsShop, roles: everyone, right: 'preferences:read', clock: 'wall' },
  answers: {
    200: z.strictObject({
      shopUrl: z.nullable(z.string()),
      apiUrl: z.string(),
      scriptUrl: z.string(),
      publicKey: z.nullable(z.string()),
      /** There is a valid private key. */
      privateKey: z.boolean(),
      lastSeen: z.nullable(z.strictObject({ at: instant, client: z.nullable(z.string()) })),
      /**
       * For each platform that there is a plugin for. `latest`: null where only this shop has one. `seenAt`: the last call of this shop's plugin;
       * `installed`: the version that it stated; `download`: where its file is.
       */
      plugins: z.array(
        z.strictObject({
          platform: z.enum(['woocommerce', 'prestashop', 'magento']),
          latest: z.nullable(z.string()),
          installed: z.nullable(z.string()),
          seenAt: z.nullable(instant),
          download: z.nullable(z.string()),
        }),
      ),
    }),
  },
  refusals: [],
})
