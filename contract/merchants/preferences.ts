import { keyRights } from '#domain/merchants/keyRights'
import { substatuses } from '#domain/sales/operations/states'
import { widgetFindings } from '#domain/sales/widget/widgetCheck'
import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { product } from './merchants.ts'
import { admins, changesShop, everyone, operators, readsShop } from '../platform/policy.ts'
import { amount, askedAmount, date, hexId, instant, plain, typedText } from '../platform/values.ts'

/** How a shop is connected: its keys, the limits of its carts, and its widgets (docs/domain.md#api-keys). */
const path = '/v2/merchants/{merchantId}/configurations'

export const keyKind = z.enum(['public', 'private'])
const keyRight = z.enum(keyRights)

/** A key of this shop and mode. Of a private one nobody can read more than the end again. */
export const apiKey = z.strictObject({
  id: hexId,
  kind: keyKind,
  /** A public key, whole; null: a private one. */
  publicKey: z.nullable(z.string()),
  lastFour: z.string(),
  /** `grace`: another took its place, and it works until `endsAt`. */
  state: z.enum(['active', 'grace', 'revoked']),
  created: instant,
  createdBy: z.nullable(z.string()),
  /** Whoever made it cannot enter the account any more; the key works on. */
  makerGone: z.boolean(),
  /** What a private key may do beside reading orders; of a public one none. */
  rights: z.array(keyRight),
  /** The most of one refund and of all of one Madrid day that it gives back; null: no limit. */
  refundLimit: z.nullable(amount),
  refundDayLimit: z.nullable(amount),
  /** The first instant at which it opens nothing any more; null: without end. */
  endsAt: z.nullable(instant),
  /** Who ended it before its time; null: nobody, or nobody who can be named. */
  revokedBy: z.nullable(z.string()),
  /** The last call made with it: from which network (of a page: its host), by which program. */
  lastUse: z.nullable(z.strictObject({ at: instant, from: z.nullable(z.string()), client: z.nullable(z.string()) })),
  /** Nobody has called with it for an hour. */
  silent: z.boolean(),
})
export type ApiKey = z.output<typeof apiKey>

/** Keys that work, and the last ones that did, newest first. */
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
 * Makes a new key of a kind, the first one too. The one before works on for the chosen overlap. The new one stands whole in this answer alone,
 * which is kept sealed for a repeat with the same idempotency key. In real mode whoever makes a private key holds every right of it, without limits.
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
    /** Of a private key; what is left out stays as the key before had it, or whole for a first one. */
    rights: z.optional(z.array(keyRight).check(z.maxLength(keyRights.length))),
    refundLimit: z.optional(z.nullable(askedAmount)),
    refundDayLimit: z.optional(z.nullable(askedAmount)),
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
 * A key of a kind is in strange hands: all of that kind end at once, also one that waits for its end, and a new one is made. It
 * stands whole in this answer alone, which is kept sealed for a repeat with the same idempotency key.
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

/** A line of the trail that a key left: what was done or refused with it, and what can be taken back now. */
export const keyAct = z.strictObject({
  id: z.string(),
  at: instant,
  /** In words. */
  action: z.string(),
  /** Null: it was done; else why not, in words. */
  refused: z.nullable(z.string()),
  /** The network that the call came from, without the machine. */
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
  /** A campaign that was made or changed. */
  campaign: z.nullable(z.strictObject({ id: hexId, name: z.string() })),
})
export type KeyAct = z.output<typeof keyAct>

/** All that was done with private keys that have ended, from a day in Madrid on, newest first; `more`: the list is cut. */
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

/** The carts that the shop lets be paid in instalments, in cents, both included; null: as its products allow. */
const cart = z.strictObject({
  minAmount: z.nullable(amount),
  maxAmount: z.nullable(amount),
  changedAt: z.nullable(instant),
  changedBy: z.nullable(z.string()),
  /** Grows with every change; 0 before the first. */
  revision: z.int(),
  /** What the provider allows of each product that the shop sells: the limits lie within. */
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

/** Changes the limits of carts; what is already on its way keeps the terms that it was opened on. `revision`: of the limits that this was decided on. */
export const configurationUpdate = endpoint({
  name: 'configurationUpdate',
  method: 'PATCH',
  path,
  summary: 'Cambiar la configuración de la tienda',
  policy: { ...changesShop, roles: operators, right: 'preferences', clock: 'wall' },
  providerApi: true,
  body: z.strictObject({
    cart: z.strictObject({ minAmount: z.nullable(askedAmount), maxAmount: z.nullable(askedAmount) }),
    revision: z.int(),
  }),
  answers: { 200: cart },
  refusals: ['SettingsStale'],
})

const queryAmount = z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000_000)))
/** Paid orders of some whole months, and those of them that such limits would have kept out; amounts in cents. */
const months = z.strictObject({ from: date, to: date, orders: z.int(), outside: z.int(), outsideAmount: amount })

/** What limits would have kept out of the last whole month and the last three; a read, so that it may be asked while one types. */
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

/** How a widget of a view looks where the shop's page does not say otherwise (docs/domain.md#api-keys). */
export const widgetPreferences = z.strictObject({
  /** Not shown at all. */
  disabled: z.boolean(),
  type: z.enum(['text', 'button', 'select', 'big-button']),
  /** Who lends, by name. */
  branding: z.boolean(),
  /** The representative example under the plans; without it the example is one press away. */
  legalAdvice: z.boolean(),
  downpaymentInfo: z.boolean(),
  /** Text above the plans, without and with an interest-free campaign; empty: none. */
  titleDefault: typedText(80),
  titleZeroInterest: typedText(80),
  align: z.enum(['left', 'center', 'right']),
  textColor: colour,
  btnTextColor: colour,
  btnBgColor: colour,
  /** The number of instalments that is shown first; null: the smallest instalment. */
  defaultInstalments: z.nullable(z.int().check(z.minimum(1), z.maximum(60))),
  /** The shop's own example, with `{ tin }`-style variables; empty: ours. */
  legalText: typedText(600),
  /** Says from which amount on, or nothing, where no plan fits. */
  outOfLimits: z.enum(['show', 'hide']),
})
export type WidgetPreferences = z.output<typeof widgetPreferences>

const widgetVersion = z.strictObject({
  number: z.int(),
  preferences: widgetPreferences,
  /** The earlier version that this one brought back. */
  restoredFrom: z.nullable(z.int()),
  publishedAt: instant,
  publishedBy: z.nullable(z.string()),
})
export type WidgetVersion = z.output<typeof widgetVersion>

/** What a view of the widget looks like now, what waits to be published, and what it looked like before. */
export const widget = z.strictObject({
  view: widgetKind,
  published: widgetPreferences,
  /** Null: nothing waits. */
  draft: z.nullable(z.strictObject({ preferences: widgetPreferences, changedAt: instant, changedBy: z.nullable(z.string()) })),
  /** Grows with every change; sent along with the next one, so that nobody overwrites what they have not seen. */
  revision: z.int(),
  /** Newest first; none: never published, as it came. */
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

/** Keeps what waits to be published; the same as what is published leaves nothing waiting. */
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

/** Publishes an earlier version again; what waits to be published goes on waiting. */
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

/** Reads a page of the shop and says what is well with its widget and what is not. Nothing of the page is kept. */
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

/** What a shop's page or plugin must be told, filled in: addresses, the public key, and which program called last with the private one. */
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
      /** There is a private key that works. */
      privateKey: z.boolean(),
      lastSeen: z.nullable(z.strictObject({ at: instant, client: z.nullable(z.string()) })),
      /** Of each platform that there is a plugin for. `seenAt`: when this shop's called last; `installed`: the version that it said. */
      plugins: z.array(
        z.strictObject({
          platform: z.enum(['woocommerce', 'prestashop', 'magento']),
          latest: z.string(),
          installed: z.nullable(z.string()),
          seenAt: z.nullable(instant),
        }),
      ),
    }),
  },
  refusals: [],
})
